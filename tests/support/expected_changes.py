"""What each kind of edit of a document has to be reported as; written before the classifier.

The rows follow the keyword lists of JSON Schema 2020-12 (core, applicator, validation, format,
content, meta-data), the fixed fields of OpenAPI 3.1.1, and this project's extensions.

Columns of a schema row: the edit, whom it breaks where the schema is sent, whom where it is
received. Where a schema is both, both hold; where it is neither, only type checkers can be broken.
`-` breaks nobody. `text` is an edit that changes no meaning, so it is a patch; `refused` is one
that the lint step has to stop.
"""

from __future__ import annotations

__all__ = ["DOCUMENT_EDITS", "REFUSED", "SCHEMA_EDITS", "TEXT"]

TEXT = "text"
REFUSED = "refused"

_SCHEMA = """
type: null added                       | -            | reader types
type: null removed                     | caller types | -
type: replaced                         | caller types | reader types
type: added                            | caller types | types
type: removed                          | -            | reader
type: integer to number                | -            | reader types
type: number to integer                | caller types | -
nullable: on                           | -            | reader types
nullable: off                          | caller types | -
enum: value added                      | -            | -
enum: value removed                    | caller       | -
enum: null added                       | -            | reader types
enum: added                            | caller       | -
enum: removed                          | -            | -
const: added                           | caller types | -
const: changed                         | caller types | reader types
const: removed                         | -            | reader types
minimum: added                         | caller       | -
minimum: raised                        | caller       | -
minimum: lowered                       | -            | -
minimum: removed                       | -            | -
exclusiveMinimum: added                | caller       | -
exclusiveMinimum: raised               | caller       | -
exclusiveMinimum: lowered              | -            | -
exclusiveMinimum: removed              | -            | -
maximum: added                         | caller       | -
maximum: raised                        | -            | -
maximum: lowered                       | caller       | -
maximum: removed                       | -            | -
exclusiveMaximum: added                | caller       | -
exclusiveMaximum: raised               | -            | -
exclusiveMaximum: lowered              | caller       | -
exclusiveMaximum: removed              | -            | -
multipleOf: added                      | caller       | -
multipleOf: changed                    | caller       | -
multipleOf: divided                    | -            | -
multipleOf: removed                    | -            | -
minLength: added                       | caller       | -
minLength: raised                      | caller       | -
minLength: lowered                     | -            | -
minLength: removed                     | -            | -
maxLength: added                       | caller       | -
maxLength: raised                      | -            | -
maxLength: lowered                     | caller       | -
maxLength: removed                     | -            | -
pattern: added                         | caller       | -
pattern: changed                       | caller       | -
pattern: removed                       | -            | -
format: one with a Python type added   | caller types | reader types
format: one with a Python type removed | caller types | reader types
format: another added                  | caller       | -
format: another changed                | caller       | -
format: another removed                | -            | -
minItems: added                        | caller       | -
minItems: raised                       | caller       | -
minItems: lowered                      | -            | -
minItems: removed                      | -            | -
maxItems: added                        | caller       | -
maxItems: raised                       | -            | -
maxItems: lowered                      | caller       | -
maxItems: removed                      | -            | -
uniqueItems: on                        | caller       | -
uniqueItems: off                       | -            | -
minContains: added                     | caller       | -
minContains: raised                    | caller       | -
minContains: lowered                   | -            | -
maxContains: added                     | caller       | -
maxContains: lowered                   | caller       | -
maxContains: raised                    | -            | -
contains: added                        | caller       | -
contains: changed                      | caller       | -
contains: removed                      | -            | -
minProperties: added                   | caller       | -
minProperties: raised                  | caller       | -
minProperties: lowered                 | -            | -
minProperties: removed                 | -            | -
maxProperties: added                   | caller       | -
maxProperties: raised                  | -            | -
maxProperties: lowered                 | caller       | -
maxProperties: removed                 | -            | -
required: added                        | caller types | -
required: removed                      | -            | reader types
dependentRequired: added               | caller       | -
dependentRequired: changed             | caller       | -
dependentRequired: removed             | -            | -
properties: added                      | -            | -
properties: removed                    | caller types | reader types
properties: renamed                    | caller types | reader types
patternProperties: added               | caller       | -
patternProperties: changed             | caller       | -
patternProperties: removed             | -            | -
additionalProperties: closed           | caller       | -
additionalProperties: opened           | -            | -
additionalProperties: typed            | caller types | types
propertyNames: added                   | caller       | -
propertyNames: changed                 | caller       | -
propertyNames: removed                 | -            | -
unevaluatedProperties: added           | caller       | -
unevaluatedProperties: removed         | -            | -
unevaluatedItems: added                | caller       | -
unevaluatedItems: removed              | -            | -
items: added                           | caller types | types
items: retyped                         | caller types | reader types
items: removed                         | -            | reader
prefixItems: added                     | caller types | reader types
prefixItems: changed                   | caller types | reader types
prefixItems: removed                   | caller types | reader types
oneOf: object added                    | -            | -
oneOf: plain value added               | -            | reader types
oneOf: object removed                  | caller types | reader types
oneOf: plain value removed             | caller types | -
oneOf: reordered                       | text         | text
anyOf: plain value added               | -            | reader types
anyOf: plain value removed             | caller types | -
allOf: member added                    | caller types | reader types
allOf: member removed                  | caller types | reader types
not: added                             | caller       | -
not: changed                           | caller       | -
not: removed                           | -            | -
if: added                              | caller       | -
if: changed                            | caller       | -
if: removed                            | -            | -
then: changed                          | caller       | -
else: changed                          | caller       | -
dependentSchemas: added                | caller       | -
dependentSchemas: changed              | caller       | -
dependentSchemas: removed              | -            | -
discriminator: property changed        | caller types | reader types
discriminator: removed                 | caller types | reader types
discriminator: value added             | -            | -
discriminator: value removed           | caller types | reader types
discriminator: value moved             | caller types | reader types
$ref: to another type                  | caller types | reader types
schema: made anything                  | -            | reader
title: added                           | text         | text
title: changed                         | text         | text
description: added                     | text         | text
description: changed                   | text         | text
description: removed                   | text         | text
$comment: added                        | text         | text
example: added                         | text         | text
example: changed                       | text         | text
examples: added                        | text         | text
externalDocs: added                    | text         | text
xml: added                             | text         | text
$defs: added                           | text         | text
default: added                         | -            | -
default: changed                       | -            | -
default: removed                       | -            | -
deprecated: on                         | -            | -
deprecated: off                        | -            | -
readOnly: on                           | caller       | -
readOnly: off                          | -            | -
writeOnly: on                          | -            | reader
writeOnly: off                         | -            | -
contentEncoding: added                 | caller       | reader
contentEncoding: changed               | caller       | reader
contentEncoding: removed               | caller       | reader
contentMediaType: added                | caller       | reader
contentMediaType: changed              | caller       | reader
contentMediaType: removed              | caller       | reader
contentSchema: added                   | caller       | reader
contentSchema: changed                 | caller       | reader
contentSchema: removed                 | caller       | reader
unknown keyword: added                 | caller       | reader
x-other: added                         | text         | text
x-response-view: removed               | types        | types
x-default-mapping: added               | caller types | reader types
$id: added                             | refused      | refused
$anchor: added                         | refused      | refused
$dynamicRef: added                     | refused      | refused
$dynamicAnchor: added                  | refused      | refused
$schema: added                         | refused      | refused
$vocabulary: added                     | refused      | refused
"""

# The edit, and whom it breaks.
_DOCUMENT = """
openapi: 3.1.1                         | text
info: title changed                    | text
info: summary added                    | text
info: description changed              | text
info: version changed                  | text
info: termsOfService added             | text
info: contact added                    | text
info: license changed                  | text
jsonSchemaDialect: added               | refused
externalDocs: added                    | text
x-other: added                         | text
servers: added                         | -
servers: removed                       | caller
servers: url changed                   | caller
servers: reordered                     | -
servers: description changed           | text
servers: variables added               | refused
tags: added                            | text
tags: removed                          | text
tags: description changed              | text
security: alternative added            | -
security: alternative removed          | caller
security: scopes added                 | caller
security: removed                      | -
webhooks: added                        | refused
paths: added                           | -
paths: removed                         | caller types
paths: renamed                         | caller types
path item: summary added               | text
path item: description added           | text
path item: servers added               | refused
path item: parameter added             | caller types
operation: added                       | -
operation: removed                     | caller types
operation: method changed              | caller types
operation: operationId changed         | types
operation: tags changed                | text
operation: summary changed             | text
operation: description changed         | text
operation: externalDocs added          | text
operation: deprecated                  | -
operation: servers added               | refused
operation: security added              | caller
operation: callbacks added             | refused
parameter: optional added              | -
parameter: required added              | caller types
parameter: removed                     | caller types
parameter: made required               | caller types
parameter: made optional               | -
parameter: moved                       | caller types
parameter: renamed                     | caller types
parameter: description changed         | text
parameter: deprecated                  | -
parameter: allowEmptyValue on          | caller
parameter: style changed               | refused
parameter: explode changed             | refused
parameter: allowReserved on            | refused
parameter: content                     | refused
parameter: example added               | text
parameter: examples added              | text
parameter: schema retyped              | caller types
request body: made optional            | -
request body: made required            | caller
request body: removed                  | caller types
request body: description added        | text
request body: media type added         | refused
request body: media type removed       | refused
media type: example added              | text
media type: examples changed           | text
media type: examples removed           | text
media type: encoding added             | text
responses: error status added          | -
responses: error status removed        | -
responses: success status removed      | reader types
responses: default added               | -
response: description changed          | text
response: JSON removed                 | reader types
response: event stream removed         | reader types
response: link added                   | -
response: header added                 | -
response: header removed               | reader
header: made optional                  | reader
header: made required                  | -
header: description changed            | text
header: schema retyped                 | reader types
x-sse: sentinel changed                | reader
x-sse: terminal event removed          | reader
x-sse: error event added               | reader
x-sse: removed                         | reader
security scheme: type changed          | refused
security scheme: scheme changed        | refused
security scheme: bearerFormat added    | text
security scheme: description changed   | text
security scheme: added                 | -
security scheme: removed               | caller
component schema: added                | -
component schema: removed              | types
component schema: renamed              | types
component schema: twin referred to     | types
component response: added              | text
component example: added               | text
"""


def _table(text: str) -> dict[str, tuple[str, ...]]:
    rows: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        name, *expected = (cell.strip() for cell in line.split("|"))
        if name in rows:
            raise ValueError(f"{name} is there twice")
        rows[name] = tuple(expected)
    return rows


SCHEMA_EDITS: dict[str, tuple[str, ...]] = _table(_SCHEMA)
DOCUMENT_EDITS: dict[str, tuple[str, ...]] = _table(_DOCUMENT)
