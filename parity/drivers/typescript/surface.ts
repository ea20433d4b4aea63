/**
 * What the generated client exports, as JSON on standard output: its functions, and of each type
 * the properties by wire name (whether required, whether null is allowed) and the listed strings.
 */
import ts from 'typescript';

interface Property {
  required: boolean;
  nullable: boolean;
}

interface Surface {
  functions: string[];
  types: Record<string, { properties?: Record<string, Property>; values?: string[] }>;
}

const TYPES = 'client/types.gen.ts';
const FUNCTIONS = 'client/sdk.gen.ts';

function allowsNull(node: ts.TypeNode | undefined): boolean {
  if (node === undefined) return false;
  if (ts.isParenthesizedTypeNode(node)) return allowsNull(node.type);
  if (ts.isUnionTypeNode(node)) return node.types.some(allowsNull);
  return ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword;
}

function strings(node: ts.TypeNode): string[] {
  if (ts.isParenthesizedTypeNode(node)) return strings(node.type);
  if (ts.isUnionTypeNode(node)) return node.types.flatMap(strings);
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal) ? [node.literal.text] : [];
}

function properties(node: ts.TypeNode): Record<string, Property> | undefined {
  if (ts.isParenthesizedTypeNode(node)) return properties(node.type);
  if (ts.isIntersectionTypeNode(node)) {
    const parts = node.types.map(properties).filter((part) => part !== undefined);
    return parts.length ? Object.assign({}, ...parts) : undefined;
  }
  if (!ts.isTypeLiteralNode(node)) return undefined;
  const found: Record<string, Property> = {};
  for (const member of node.members) {
    if (!ts.isPropertySignature(member)) continue;
    if (!ts.isStringLiteral(member.name) && !ts.isIdentifier(member.name)) continue;
    const name = member.name.text;
    found[name] = { required: !member.questionToken, nullable: allowsNull(member.type) };
  }
  return found;
}

const program = ts.createProgram([TYPES, FUNCTIONS], { noResolve: true });
const surface: Surface = { functions: [], types: {} };

ts.forEachChild(program.getSourceFile(TYPES)!, (node) => {
  if (!ts.isTypeAliasDeclaration(node)) return;
  const values = strings(node.type);
  const found = properties(node.type);
  surface.types[node.name.text] = {
    ...(found === undefined ? {} : { properties: found }),
    ...(values.length ? { values } : {}),
  };
});
ts.forEachChild(program.getSourceFile(FUNCTIONS)!, (node) => {
  if (!ts.isVariableStatement(node)) return;
  for (const declaration of node.declarationList.declarations) {
    if (ts.isIdentifier(declaration.name)) surface.functions.push(declaration.name.text);
  }
});
process.stdout.write(JSON.stringify(surface));
