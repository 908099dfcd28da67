import type { Plugin } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}
interface Call extends Node {
  readonly callee: Node & { readonly name?: string; readonly object?: Node }
  readonly arguments: readonly (Node & { readonly properties?: readonly Property[] })[]
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
}
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Functions without side effects, so that bundling drops declarations that browsers don't use. */
const creators = new Set(['aliased', 'asEither', 'asJson', 'endpoint', 'event', 'json', 'list', 'record', 'text', 'z'])
const pure = '/* @__PURE__ */ '

/**
 * Drops from declarations what only the server reads: an endpoint's options other than its parameters, and an event's
 * payload. perf: a tenth of the first view's script.
 */
export const forBrowsers: Plugin = {
  name: 'declarations for browsers',
  transform: {
    order: 'post',
    filter: { id: /\/src\/(contract|features)\// },
    handler(code) {
      const edits: Edit[] = []
      visit(this.parse(code), (call) => edits.push(...editsOf(call)))
      return edits.length ? { code: edited(code, edits), map: null } : undefined
    },
  },
}

function visit(node: unknown, seen: (call: Call) => void): void {
  if (typeof node !== 'object' || node === null) return
  if ('type' in node && node.type === 'CallExpression') seen(node as Call)
  for (const part of Object.values(node)) visit(part, seen)
}

function editsOf(call: Call): Edit[] {
  const name = creatorOf(call)
  if (!name) return []
  const [, options, payload] = call.arguments
  const mark = { start: call.start, end: call.start, text: pure }
  if (name === 'endpoint' && options?.properties) return [mark, ...withoutServerOptions(options.properties)]
  if (name === 'event' && payload) return [mark, { start: payload.start, end: payload.end, text: '{}' }]
  return [mark]
}

/** The function at the start of a chain such as `z.string().optional()`. */
function creatorOf(call: Call): string | undefined {
  let at: Node & { readonly name?: string; readonly object?: Node; readonly callee?: Node } = call
  while (at.type === 'CallExpression' || at.type === 'MemberExpression') at = (at.callee ?? at.object) as Node
  return at.name !== undefined && creators.has(at.name) ? at.name : undefined
}

const withoutServerOptions = (properties: readonly Property[]): Edit[] =>
  properties.flatMap((property, index) =>
    property.type !== 'Property' || property.key?.name === 'params'
      ? []
      : [{ start: property.start, end: properties[index + 1]?.start ?? property.end, text: '' }],
  )

/** Drops edits inside a removed part. */
function edited(code: string, edits: readonly Edit[]): string {
  let [text, at] = ['', 0]
  for (const edit of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < at) continue
    text += code.slice(at, edit.start) + edit.text
    at = edit.end
  }
  return text + code.slice(at)
}
