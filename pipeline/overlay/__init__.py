"""The overlay step: apply OpenAPI Overlay documents to a tree.

Overlay 1.1 is the version the project's own overlays declare; 1.0 and 1.2 documents are read by
their own rules (https://spec.openapis.org/overlay/v1.1.0.html and its siblings). Beyond the
specification, an action that changes nothing because its target matches nothing, or because it
has no `update`, `copy` or `remove`, is an error: a silent no-op is how overlays rot when the
document under them moves. `x-allow-no-match: true` on an action permits the former.
"""

from pipeline.overlay.apply import ActionReport, Applied, apply
from pipeline.overlay.load import Action, Overlay, load_overlay

__all__ = ["Action", "ActionReport", "Applied", "Overlay", "apply", "load_overlay"]
