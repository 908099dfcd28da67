// npm run check: everything in the code that can be wrong without a test failing.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listedTooOften } from './ci/flaky.mjs'
import { unportableSources } from './portable.mjs'
import { tools } from './tools.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** The oldest version in package.json's "engines". */
const oldestNode = '20.19.0'
const tsc = join(tools(), '.bin/tsc')

/** perf: one checker, because several infer the same types several times; a second run only checks what changed. */
const typesOf = (project) => {
  const buildInfo = join(root, 'node_modules/.cache/loquat', `${project.replace(/\W+/g, '-')}.tsbuildinfo`)
  return [tsc, '--noEmit', '--checkers', '1', '--incremental', '--tsBuildInfoFile', buildInfo, '-p', project]
}

const checks = {
  types: typesOf('tsconfig.json'),
  lint: [process.execPath, 'scripts/biome.mjs', 'ci', '--colors=off', '.'],
  'types of the web client': typesOf('web/tsconfig.json'),
  'types of what browsers load': typesOf('tsconfig.browser.json'),
  'types of the service worker': typesOf('web/worker/tsconfig.json'),
  imports: [process.execPath, 'scripts/imports.mjs'],
  'generated tables': [process.execPath, 'scripts/generate-tables.mjs', '--check'],
  'types of the web client’s texts': [process.execPath, 'scripts/generate-messages.mjs', '--check'],
  'types of the server’s texts': [process.execPath, 'scripts/server-texts.mjs', '--check'],
  'generated options': [process.execPath, 'scripts/generate-options.mjs', '--check'],
  'generated list of log events': [process.execPath, 'scripts/generate-log-events.mjs', '--check'],
  'generated export format': [process.execPath, 'scripts/generate-export-format.mjs', '--check'],
  'pages about integrations': [process.execPath, 'scripts/generate-integrations.mjs', '--check'],
  'keys in the help': [process.execPath, 'scripts/generate-help-keys.mjs', '--check'],
  'drawings of the features': [process.execPath, 'scripts/draw-features.mjs', '--check'],
  'texts in every language': [process.execPath, 'scripts/texts.mjs'],
  'hooks and caches in the documents': extensionPoints,
  'tests of calls': [process.execPath, 'scripts/calls-evidence.mjs'],
  'paths and names in the documents': [process.execPath, 'scripts/doc-paths.mjs'],
  'lock file': [process.execPath, 'scripts/complete-lock.mjs', '--check'],
  'engines of packages': engines,
  addresses,
  seeds,
  'flaky tests': listedTooOften,
  'names of tests': namesOfTests,
  citations,
  'numbers of roles and policies': numbers,
  'styles for both directions': [process.execPath, 'scripts/physical-styles.mjs'],
  'one style sheet per class': [process.execPath, 'scripts/style-owners.mjs'],
  'texts of the server': [process.execPath, 'scripts/check-server-texts.mjs'],
  'texts of errors': [process.execPath, 'scripts/error-texts.mjs'],
  'wording of texts': [process.execPath, 'scripts/wording.mjs'],
  'private names': [process.execPath, 'scripts/private-names.mjs'],
  'other systems': () => unportableSources().join('\n'),
}

/** Every hook, extension point, and cache of a feature is listed in docs/extending.md. */
function extensionPoints() {
  const page = readFileSync(join(root, 'docs/extending.md'), 'utf8')
  const files = execFileSync('git', ['ls-files', '-z', 'src/features/*.ts'], { cwd: root, encoding: 'utf8' }).split(
    '\0',
  )
  const declared = files
    .filter((name) => existsSync(join(root, name)) && name !== '')
    .flatMap((name) => [
      ...readFileSync(join(root, name), 'utf8').matchAll(
        /^export const (\w+) =\s*(?:hook|extensionPoint|cache|keyedCache)\b/gm,
      ),
    ])
    .map(([, name]) => name)
  const absent = declared.filter((name) => !page.includes(`\`${name}\``))
  return absent.length === 0 ? '' : `docs/extending.md doesn't list ${absent.join(', ')}`
}

/** Comments and pages cite no section of a document that isn't in the repository, except for published ones. */
function citations() {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', 'src', 'client', 'web', 'test', 'bench', 'scripts', 'docs', '*.md'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const wrong = []
  for (const file of new Set(files.split('\0').filter((name) => /\.(tsx?|mjs|md|css)$/.test(name)))) {
    if (file === 'scripts/check.mjs' || !existsSync(join(root, file))) continue
    // a sentence may continue in the next line of a comment
    const text = readFileSync(join(root, file), 'utf8').replace(/\n\s*(\*|\/\/)?\s*/g, ' ')
    for (const [cited] of text.matchAll(
      /(?<!RFC \d+,? )\bsections? \d+(\.\d+)*|\bthe specification\b|\bhouse style\b/gi,
    ))
      wrong.push(`${file}: ${cited}`)
  }
  return wrong.length === 0 ? '' : `these cite documents that aren't in the repository:\n${wrong.join('\n')}`
}

/** All randomness in tests comes from the harness's seeds. */
function seeds() {
  const files = execFileSync('git', ['ls-files', '-z', '*.test.ts', 'test/*.ts'], { cwd: root, encoding: 'utf8' })
  const wrong = files
    .split('\0')
    .filter(Boolean)
    .filter((file) => /\bfc\.(assert|check)\(|Math\.random\(/.test(readFileSync(join(root, file), 'utf8')))
    .filter((file) => !['test/harness/property.ts', 'test/harness/server.ts'].includes(file))
  return wrong.length === 0 ? '' : `these tests must use holds() or chance() of the harness: ${wrong.join(', ')}`
}

/** Roles, policies, and kinds are written as constants, not numbers. */
function numbers() {
  const folders = ['src', 'client', 'web', 'test', 'bench']
  const files = execFileSync('git', ['ls-files', '-z', ...folders], { cwd: root, encoding: 'utf8' })
  const names =
    'role|invited?_as|bot_?type|\\w*_?policy|email_address_visibility|field_type|color_scheme|video_chat_provider|(?:service_)?interface(?:_type)?'
  const bare = new RegExp(`\\b(?:${names})'?\\]?(?::| =| [!=]==| [<>]=?) [1-9]\\d*\\b|z\\.literal\\(\\[\\d`, 'gi')
  // sizes and days are numbers; constants are the place for numbers
  const exempt = new Set(['src/features/people/organization/settings/messages.ts', 'web/store/channels.ts'])
  const wrong = []
  for (const file of files.split('\0').filter((name) => /\.tsx?$/.test(name) && !exempt.has(name))) {
    if (!existsSync(join(root, file))) continue
    for (const [found] of readFileSync(join(root, file), 'utf8').matchAll(bare)) wrong.push(`${file}: ${found}`)
  }
  return wrong.length === 0 ? '' : `write these as constants:\n${wrong.join('\n')}`
}

function namesOfTests() {
  const files = execFileSync('git', ['ls-files', '-z', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' })
  const named = /\btest(?:\.\w+(?:\([^\n]*?\))?)*\(\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/g
  const wrong = files
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
    .flatMap((file) =>
      [...readFileSync(join(root, file), 'utf8').matchAll(named)]
        .filter(([, name]) => name.trim().split(/\s+/).length >= 16)
        .map(([, name]) => `${file}: ${name}`),
    )
  return wrong.length === 0 ? '' : `these names of tests have 16 words or more:\n${wrong.join('\n')}`
}

/** No package warns about the oldest supported Node when the server is installed. */
function engines() {
  const { satisfies } = createRequire(createRequire(import.meta.url).resolve('sharp'))('semver')
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const wrong = Object.entries(packages)
    .filter(([, { engines }]) => engines?.node && !satisfies(oldestNode, engines.node))
    .map(([place, { engines }]) => `${place} wants Node ${engines.node}`)
  return wrong.length === 0 ? '' : `npm ci warns on Node ${oldestNode}:\n${wrong.join('\n')}`
}

/** No committed file names a package registry, because that depends on the environment. */
function addresses() {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
  const wrong = []
  for (const file of files.filter((name) =>
    /(^|\/)(package(-lock)?\.json|\.npmrc|[\w.-]+\.(mjs|sh|ya?ml))$/.test(name),
  )) {
    let text
    try {
      text = readFileSync(join(root, file), 'utf8')
    } catch {
      continue
    }
    if (
      /"resolved":\s*"https?:|registry\s*=\s*\S|:\/\/registry\.|_authToken/.test(text) &&
      file !== 'scripts/check.mjs'
    )
      wrong.push(file)
  }
  return wrong.length === 0 ? '' : `these files name a package registry: ${wrong.join(', ')}`
}

const run = ([program, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root })
    let output = ''
    const add = (part) => {
      output += part
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('error', (error) => resolve(String(error)))
    child.on('close', (code) => resolve(code === 0 ? '' : output.trim() || `exit code ${code}`))
  })

/** perf: two at a time; the longest are listed first. */
const waiting = Object.entries(checks)
const problems = new Map()
async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [name, check] = next
    problems.set(name, typeof check === 'function' ? check() : await run(check))
  }
}
await Promise.all([work(), work()])

const failed = [...problems.values()].filter(Boolean).length
for (const name of Object.keys(checks)) {
  const problem = problems.get(name)
  console.log(`${problem ? 'failed' : 'ok    '}  ${name}`)
  if (problem) console.log(problem.replace(/^/gm, '        '))
}
console.log(failed === 0 ? 'All checks passed.' : `${failed} of ${Object.keys(checks).length} checks failed.`)
process.exitCode = failed === 0 ? 0 : 1
