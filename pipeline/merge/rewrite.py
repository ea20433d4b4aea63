"""Give references the names of the merged document, wherever OpenAPI has references."""

from __future__ import annotations

from pipeline.merge.naming import Naming
from pipeline.merge.source import Found, Site, Source, Target, implied_tags
from pipeline.pointer import join, reference

__all__ = ["rewrite"]


def rewrite(source: Source, found: Found, naming: Naming) -> None:
    """Rewrite the references in `source.tree`, in place.

    `$ref` and `operationRef`, and discriminator mappings in both spellings, keep their spelling if
    what they lead to keeps its name. A discriminator that took the name of a component as its tag
    gets a mapping entry for it when the component is renamed, so that the tag stays what it was.
    """
    implied = [
        (node, implied_tags(source, node, found))
        for node in source.nodes
        if node.kind == "schema" and "discriminator" in node.value
    ]
    for site in list(source.sites()):
        target = found.get(site.pointer)
        if target is not None:
            site.holder[site.key] = _text(site, target, naming)
        elif site.form != "$ref":
            naming.notes.append(
                f"{site.text!r} at #{site.pointer} of {source.name} leads outside, and was left as "
                "it is"
            )
    for node, tags in implied:
        for tag, target in tags.items():
            new = naming.final[target.source, target.section, target.name]
            if new == tag:
                continue
            discriminator = node.value["discriminator"]
            mapping = discriminator.setdefault("mapping", {})
            mapping[tag] = reference(join("/components/schemas", new))
            naming.notes.append(
                f"the discriminator at #{node.pointer} of {source.name} maps {tag!r} to {new}, "
                "as the name alone did before"
            )


def _text(site: Site, target: Target, naming: Naming) -> str:
    new = naming.final.get((target.source, target.section, target.name), target.name)
    if site.form == "name":
        return new
    if site.text.startswith("#") and new == target.name:
        return site.text
    if target.anchor:
        return "#" + target.anchor
    if target.section:
        return reference(join("/components", target.section, new) + target.rest)
    return reference(target.pointer)
