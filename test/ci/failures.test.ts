import { spawnSync } from 'node:child_process'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { projectRoot } from '#platform/config'
import { assert } from '#test'
import { linesOfFailures, passedAlone, rerunnableFiles } from '../../scripts/ci/failures.mjs'

const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs')

async function suite(folder: string, name: string, program: string): Promise<void> {
  await writeFile(join(folder, `${name}.test.mjs`), program)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(folder, `${name}.json`)}`]
  // without the surrounding run's variables
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith('VITEST')))
  const run = [vitest, 'run', '--root', folder, '--globals', ...reporters, `${name}.test.mjs`]
  const { stdout, stderr } = spawnSync(process.execPath, run, { cwd: folder, env, encoding: 'utf8' })
  await writeFile(join(folder, `${name}.log`), stdout + stderr)
}

test('failures are listed in at most twenty lines, some of each suite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-failed-'))
  try {
    const thirty = `for (let i = 1; i <= 30; i++) test('number ' + i, () => { throw new Error('because\\nof that') })`
    await suite(folder, 'many', `test('is well', () => {})\ndescribe('one', () => { ${thirty} })`)
    await suite(folder, 'broken', `throw new Error('it does not load')`)
    await suite(folder, 'unheard', `test('is well', () => { void Promise.reject(new Error('nobody waited')) })`)
    await suite(folder, 'long', `test('${'x'.repeat(500)}', () => { throw new Error('it is long') })`)
    const linesOf = (...suites: string[]) => linesOfFailures(folder, suites)
    const lines = linesOf('many', 'broken', 'unheard', 'long', 'absent')
    assert.ok(lines.length <= 20)
    assert.match(lines[0] ?? '', /^many: \S*many\.test\.mjs > one number 1: Error: because$/)
    assert.equal(lines[3], 'many: and 27 more')
    assert.match(lines[4] ?? '', /^broken: \S*broken\.test\.mjs: .*it does not load$/)
    assert.match(lines[5] ?? '', /^unheard: outside of any test: .*nobody waited$/)
    assert.match(lines[6] ?? '', /^long: .{200,240}…$/)
    assert.match(lines[7] ?? '', /^absent: outside of any test/)
    await suite(folder, 'late', `test('never ends', () => new Promise(() => {}), 50)`)
    assert.match(linesOf('late')[0] ?? '', /^late: \S*late\.test\.mjs > never ends: Error: timed out$/)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a few failed files are run again, many or unhandled errors are not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-failed-'))
  try {
    const fails = `test('fails', () => { throw new Error('it does') })`
    await suite(folder, 'few', `test('is well', () => {})\n${fails}\n${fails}`)
    await suite(folder, 'broken', `throw new Error('it does not load')`)
    await suite(folder, 'unheard', `test('is well', () => { void Promise.reject(new Error('nobody waited')) })`)
    await suite(folder, 'outside', fails)
    await appendFile(join(folder, 'outside.log'), '\n⎯⎯⎯⎯ Unhandled Error ⎯⎯⎯⎯\nError: the runner lost a worker\n')
    await suite(folder, 'well', `test('is well', () => {})`)
    const rerun = (most: number, name: string) => rerunnableFiles(folder, name, most)?.length
    assert.equal(rerun(1, 'few'), 1)
    assert.equal(rerun(0, 'few'), undefined)
    assert.equal(rerun(3, 'broken'), 1)
    assert.equal(rerun(3, 'unheard'), 1)
    assert.equal(rerun(3, 'outside'), undefined)
    assert.equal(rerun(3, 'well'), undefined)
    assert.equal(rerun(3, 'absent'), undefined)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('passedAlone returns only failures that didn’t repeat', () => {
  const result = (file: string, ...failed: string[]) => ({
    name: join(projectRoot, file),
    message: '',
    assertionResults: failed.map((fullName) => ({ status: 'failed', fullName, failureMessages: ['because'] })),
  })
  const full = { testResults: [result('one.test.ts', 'flaky', 'broken'), result('two.test.ts', 'unknown')] }
  const unloadable = { ...result('two.test.ts'), message: 'it does not load' }
  const alone = { testResults: [result('one.test.ts', 'broken'), unloadable] }
  assert.deepEqual(
    passedAlone(full, alone).map(({ test }) => test),
    ['flaky'],
  )
  assert.deepEqual(passedAlone(full, undefined), [])
})
