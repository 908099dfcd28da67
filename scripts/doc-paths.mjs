// Checks the documents for engineers: every file, heading, and name in code that they mention exists. Prints what is wrong.
//
//   links       [text](file#heading), relative to the document; [`name`](file) names something in that file
//   paths       `src/app.ts`, from the root; `messages/actions/send.ts`, the end of one; `*` and capitals (`GROUP/NAME`) are any name
//   names       `sendMessage`, `sendMessage(draft)`: an identifier with a capital inside; it's a word of the source code
//
// Decisions are records of their time: their links and paths count, their names don't. Payloads in samples count as text.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { root } from './import-lines.mjs'

const list = (...args) => execFileSync('git', ['ls-files', '-z', ...args], { cwd: root, encoding: 'utf8' }).split('\0')
const isPresent = (name) => name !== '' && existsSync(join(root, name))
const files = [...new Set(list('--cached', '--others', '--exclude-standard'))].filter(isPresent)
const known = new Set(files.flatMap((name) => name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))))
const read = (name) => readFileSync(join(root, name), 'utf8')

const documents = files.filter((name) =>
  /^(README|CONTRIBUTING)\.md$|^(docs|demo|test|bench|web)\/.*(?<!-samples)\.md$/.test(name),
)
const words = new Set(
  files.filter((name) => /\.(tsx?|mjs|sh|json|arb)$/.test(name)).flatMap((name) => read(name).match(/\w+/g) ?? []),
)

/** The start of a path from the root, or from `src`. */
const rooted = /^(?:src|web|test|scripts|client|bench|docs|migrations|demo|deploy|bin|help|tools)\//
const inSource = /^(?:contract|platform|features|pages|command)\//
const ending = /^[\w./*-]+\/[\w.*-]+\.(?:tsx?|mjs|css|sql)$/
const identifier = /^([a-z]+[A-Z]\w*)(?:\(.*\))?$/

function existsPath(path) {
  const pattern = path
    .replace(/\/$/, '')
    .replace(/[.+]/g, '\\$&')
    .replace(/\*/g, '[^/]*')
    .replace(/\b[A-Z]{3,}\b(?!\.md)/g, '[^/]+')
  const found = new RegExp(`${rooted.test(path) ? '^' : inSource.test(path) ? '^src/' : '(?:^|/)'}${pattern}$`)
  return known.has(path) || [...known].some((name) => found.test(name))
}

/** The anchors of a document: those of its headings, as GitHub makes them, and explicit ones. */
function anchors(name) {
  const text = read(name)
  const ofHeadings = [...text.matchAll(/^#+ +(.*)$/gm)].map(([, heading]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
  return new Set([...ofHeadings, ...[...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)])
}

function problemsOf(name) {
  const problems = []
  const text = read(name).replace(/^```[\s\S]*?^```$/gm, '')
  for (const [, target] of text.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target) || target.startsWith('/')) continue
    const [path, anchor] = target.split('#')
    const file = path === '' ? name : normalize(join(name, '..', path)).replace(/\/$/, '')
    if (!known.has(file)) problems.push(`links to ${target}, which doesn't exist`)
    else if (anchor && file.endsWith('.md') && !anchors(file).has(anchor))
      problems.push(`links to ${target}, and there's no such heading`)
  }
  for (const [, named, path] of text.matchAll(/\[`(\w+)`\]\(([^)\s#]+\.tsx?)\)/g)) {
    const file = normalize(join(name, '..', path))
    if (known.has(file) && !new RegExp(`\\b${named}\\b`).test(read(file)))
      problems.push(`links ${named} to ${path}, which doesn't contain it`)
  }
  for (const [, code] of text.matchAll(/`([^`\n]+)`/g)) {
    const called = !name.startsWith('docs/decisions/') && code.match(identifier)?.[1]
    if (called && !words.has(called)) problems.push(`mentions ${called}, which isn't in the code`)
    if (/[\s{}<>…"'=:]/.test(code) || /^(?:dist|data)\/|node_modules\//.test(code)) continue
    if ((rooted.test(code) || inSource.test(code) || ending.test(code)) && !existsPath(code))
      problems.push(`mentions ${code}, which doesn't exist`)
  }
  return problems.map((problem) => `${name} ${problem}`)
}

const problems = documents.flatMap(problemsOf)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
