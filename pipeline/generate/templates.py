"""Rendering templates, and saying what is wrong with one that cannot be rendered."""

from __future__ import annotations

import traceback
from collections.abc import Mapping
from pathlib import Path

import jinja2

from pipeline.errors import PipelineError, Problem

__all__ = ["TEMPLATES", "rendered"]

TEMPLATES = Path(__file__).parents[2] / "generator-templates"


def rendered(
    environment: jinja2.Environment, template: str, folder: Path, context: Mapping[str, object]
) -> bytes:
    """The text that a template makes.

    Args:
        environment: What loads it.
        template: Its file's name.
        folder: Where the environment loads from.
        context: What the template may use.

    Raises:
        PipelineError: if it is missing or cannot be rendered, with its line.
    """
    try:
        return environment.get_template(template).render(context).encode()
    except (jinja2.TemplateError, TypeError, ValueError) as error:
        raise _mistake(error, template, folder) from error


def _mistake(error: Exception, template: str, folder: Path) -> PipelineError:
    name, line = template, None
    reason = f"the template cannot be rendered: {error}"
    if isinstance(error, jinja2.TemplateNotFound):
        name, reason = str(error.name or template), "there is no such template"
    elif isinstance(error, jinja2.TemplateSyntaxError):
        name, line = error.name or template, error.lineno
    else:
        # jinja2 rewrites tracebacks to say where in a template it was.
        for frame, number in traceback.walk_tb(error.__traceback__):
            path = Path(frame.f_code.co_filename)
            if path.parent == folder:
                name, line = path.name, number
    return PipelineError(
        Problem(
            reason,
            document=f"generator-templates/{name}",
            line=line,
            remedy="Mend the template; what it may use is in pipeline/generate.",
        )
    )
