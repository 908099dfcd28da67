import { isNode, type Node, nameOf, type Source, source } from './sources.ts'

/** Texts of parameters, inside a function called in a text. */
type Given = ReadonlyMap<string, readonly string[]>

const nothing: Given = new Map()
/** With more alternatives, a text is no longer readable. */
const most = 16

/**
 * The texts that an expression can evaluate to, as far as they follow from literals, constants, and functions; else
 * undefined.
 */
export function textsOf(node: Node, file: Source, given: Given = nothing): readonly string[] | undefined {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : undefined
    case 'TemplateLiteral':
      return ofTemplate(node, file, given)
    case 'BinaryExpression':
      return node.operator === '+'
        ? joined([textsOf(node.left as Node, file, given), textsOf(node.right as Node, file, given)])
        : undefined
    case 'ConditionalExpression': {
      const [one, other] = [node.consequent, node.alternate].map((each) => textsOf(each as Node, file, given))
      return one && other && bounded([...new Set([...one, ...other])])
    }
    case 'TSAsExpression':
      return textsOf(node.expression as Node, file, given)
    case 'Identifier':
      return given.get(nameOf(node)) ?? ofName(node, file)
    case 'CallExpression':
      return ofCall(node, file, given)
    default:
      return undefined
  }
}

function ofTemplate(node: Node, file: Source, given: Given): readonly string[] | undefined {
  const quasis = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => [value.cooked])
  const expressions = (node.expressions as Node[]).map((one) => textsOf(one, file, given))
  return joined(quasis.flatMap((quasi, index) => (index < expressions.length ? [quasi, expressions[index]] : [quasi])))
}

function ofName(node: Node, file: Source): readonly string[] | undefined {
  const found = lookUp(nameOf(node), node.start, file)
  return found && textsOf(found.value, found.file)
}

/** A call of a function that is one expression, or returns one of several. */
function ofCall(node: Node, file: Source, given: Given): readonly string[] | undefined {
  const found = lookUp(nameOf(node.callee), node.start, file)
  if (!found || !/Function/.test(found.value.type)) return undefined
  const inner = new Map<string, readonly string[]>()
  for (const [index, parameter] of (found.value.params as Node[]).entries()) {
    const fallback = parameter.type === 'AssignmentPattern' ? (parameter.right as Node) : undefined
    const argument = (node.arguments as Node[])[index]
    const texts = argument ? textsOf(argument, file, given) : fallback && textsOf(fallback, found.file)
    if (texts) inner.set(nameOf(parameter.type === 'AssignmentPattern' ? parameter.left : parameter), texts)
  }
  const body = found.value.body as Node
  if (body.type !== 'BlockStatement') return textsOf(body, found.file, inner)
  const last = (body.body as Node[]).at(-1)
  return last?.type === 'ReturnStatement' && isNode(last.argument)
    ? textsOf(last.argument, found.file, inner)
    : undefined
}

function lookUp(name: string, at: number, file: Source): { value: Node; file: Source } | undefined {
  const value = file.find(name, at)
  if (value) return { value, file }
  const imported = file.imported(name)
  return imported && lookUp(imported.name, 0, source(imported.path))
}

function joined(parts: readonly (readonly string[] | undefined)[]): readonly string[] | undefined {
  let texts: readonly string[] = ['']
  for (const part of parts) {
    if (!part) return undefined
    const combined = bounded(texts.flatMap((text) => part.map((more) => text + more)))
    if (!combined) return undefined
    texts = combined
  }
  return texts
}

const bounded = (texts: readonly string[]): readonly string[] | undefined => (texts.length > most ? undefined : texts)
