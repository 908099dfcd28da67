import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A node of a syntax tree, as ESTree describes it. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

/** A name that a file declares, and its scope. */
interface Declared {
  readonly name: string
  readonly value: Node
  readonly scope: Node
}

export interface Source {
  readonly path: string
  readonly calls: readonly Node[]
  /** The declaration around a node, with its comments and those about the rest of the file. */
  around(node: Node): string
  /** The value of a name at a position of the file. */
  find(name: string, at: number): Node | undefined
  /** The file and name that an import refers to. */
  imported(name: string): { path: string; name: string } | undefined
}

const parsed = new Map<string, Source>()

export function source(path: string): Source {
  let known = parsed.get(path)
  if (!known) {
    known = parse(path)
    parsed.set(path, known)
  }
  return known
}

/** Every file of the server except its tests. */
export const serverFiles = (): string[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|\.d\.ts$|\bfixture\.ts$/.test(name))
    .map((name) => join('src', name))
    .sort()

function parse(path: string): Source {
  const text = readFileSync(path, 'utf8')
  const program = parseAst(text, { lang: 'ts' }) as unknown as Node
  const tops = program.body as Node[]
  // a comment with an empty line after it applies to the rest of the file
  const sections = [...text.matchAll(/^(?:\/\/.*\n)+(?=\n)/gm)]
  const calls: Node[] = []
  const declared: Declared[] = []
  const imports = new Map<string, { path: string; name: string }>()
  const visit = (node: Node, scope: Node) => {
    const inner = /Function/.test(node.type) ? node : scope
    if (node.type === 'CallExpression') calls.push(node)
    if (node.type === 'VariableDeclarator' && isNode(node.init))
      declared.push({ name: nameOf(node.id), value: node.init, scope })
    if (node.type === 'FunctionDeclaration') declared.push({ name: nameOf(node.id), value: node, scope })
    if (node.type === 'ImportDeclaration') noteImports(node)
    for (const part of Object.values(node)) for (const child of [part].flat()) if (isNode(child)) visit(child, inner)
  }
  const noteImports = (node: Node) => {
    const from = (node.source as { value: string }).value
    if (!from.startsWith('.')) return
    for (const one of node.specifiers as Node[])
      imports.set(nameOf(one.local), { path: join(dirname(path), from), name: nameOf(one.imported ?? one.local) })
  }
  visit(program, program)
  return {
    path,
    calls,
    around(node) {
      const at = tops.findIndex((top) => node.start < top.end)
      const above = sections.filter(({ index }) => index < node.start).map(([comment]) => comment)
      return [...above, text.slice(tops[at - 1]?.end ?? 0, tops[at]?.end)].join('\n')
    },
    imported: (name) => imports.get(name),
    find: (name, at) =>
      declared
        // a program's start excludes the comments above it
        .filter((one) => one.name === name && (one.scope === program || (one.scope.start <= at && at < one.scope.end)))
        .sort((a, b) => b.scope.start - a.scope.start)[0]?.value,
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

export const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')
