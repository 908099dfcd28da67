import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, assert, beforeAll, runHere, test } from '#test'

const run = promisify(execFile)
let folder: string

const has = (shell: string): boolean => existsSync(`/usr/bin/${shell}`)
const scriptOf = (shell: string): string => join(folder, shell === 'zsh' ? '_loquat' : `loquat.${shell}`)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'completion-'))
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, out } = await runHere(['completion', shell])
    assert.equal(code, 0)
    await writeFile(scriptOf(shell), out)
  }
  await mkdir(join(folder, 'archives'))
  await writeFile(join(folder, 'people.csv'), '')
})
afterAll(() => rm(folder, { recursive: true }))

/** What bash offers for the last word. */
async function offeredByBash(line: string): Promise<string[]> {
  const words = line.split(' ')
  const script = `source ${scriptOf('bash')}
    COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
    _loquat; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await run('bash', ['--norc', '-c', script], { cwd: folder })
  return stdout.split('\n').filter(Boolean)
}

/** What a zsh with a terminal makes of the line after Tab. */
async function completedByZsh(line: string): Promise<string> {
  const script = `zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1=; cd ${folder}; fpath=(${folder} \\$fpath); autoload -Uz compinit; compinit -u -D"
    zpty -w shell "show() { print -r -- \\"<\\$BUFFER>\\" }; zle -N show; bindkey '^X' show; print -r -- re''ady"
    zpty -r shell output '*ready*'
    zpty -w -n shell ${quoted(line)}$'\\t'$'\\x18'
    zpty -r shell output '*<*>*'
    print -r -- "$output"
    zpty -d shell`
  const { stdout } = await run('zsh', ['-f', '-c', script], { timeout: 20_000 })
  return /<(.*)>/.exec(stdout)?.[1] ?? stdout
}
const quoted = (text: string): string => `'${text}'`

/** What fish offers for the last word, without descriptions. */
async function offeredByFish(line: string): Promise<string[]> {
  const script = `source ${scriptOf('fish')}; complete -C '${line}'`
  const { stdout } = await run('fish', ['--no-config', '-c', script], { cwd: folder })
  return stdout.split('\n').flatMap((one) => one.split('\t')[0] || [])
}

test.skipIf(!has('bash'))('bash completes commands, options, choices, and files', async () => {
  assert.deepEqual(await offeredByBash('loquat se'), ['serve'])
  assert.deepEqual(await offeredByBash('loquat org re'), ['rename', 'reactivate', 'redirect'])
  assert.deepEqual(await offeredByBash('loquat help user de'), ['deactivate'])
  assert.deepEqual(await offeredByBash('loquat serve --log-le'), ['--log-level'])
  assert.deepEqual(await offeredByBash('loquat serve --metrics '), ['on', 'off', 'public'])
  assert.deepEqual(await offeredByBash('loquat org full-export o'), ['on', 'off'])
  assert.deepEqual(await offeredByBash('loquat user import peo'), ['people.csv'])
  assert.deepEqual(await offeredByBash('loquat serve --data-dir '), ['archives'])
  assert.deepEqual(await offeredByBash('loquat user list --smtp-'), [], 'only what the command uses')
})

test.skipIf(!has('zsh'))('zsh completes commands, options, choices, and files', async () => {
  assert.equal(await completedByZsh('loquat ser'), 'loquat serve ')
  assert.equal(await completedByZsh('loquat org ren'), 'loquat org rename ')
  assert.equal(await completedByZsh('loquat help user dea'), 'loquat help user deactivate ')
  assert.equal(await completedByZsh('loquat serve --log-le'), 'loquat serve --log-level ')
  assert.equal(await completedByZsh('loquat serve --metrics pu'), 'loquat serve --metrics public ')
  assert.equal(await completedByZsh('loquat user import peo'), 'loquat user import people.csv ')
})

test.skipIf(!has('fish'))('fish completes commands, options, choices, and files', async () => {
  assert.deepEqual(await offeredByFish('loquat ser'), ['serve'])
  assert.deepEqual(await offeredByFish('loquat org re'), ['reactivate', 'redirect', 'rename'])
  assert.deepEqual(await offeredByFish('loquat help user de'), ['deactivate'])
  assert.deepEqual(await offeredByFish('loquat serve --log-le'), ['--log-level'])
  assert.deepEqual(await offeredByFish('loquat serve --metrics '), ['off', 'on', 'public'])
  assert.deepEqual(await offeredByFish('loquat user import peo'), ['people.csv'])
})

test('another shell is refused', async () => {
  const { code, err } = await runHere(['completion', 'tcsh'])
  assert.equal(code, 2)
  assert.match(err, /'tcsh' is not a supported shell; choose one of bash, zsh, fish/)
})
