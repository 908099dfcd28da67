import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { projectRoot } from '#platform/config'
import { openServer } from '#platform/db'
import { assert } from '#test'
import { program } from './harness/command-processes.ts'

/** Runs a program in a pseudoterminal; part of Debian's bsdutils, which every installation has. */
const hasTerminal = process.platform === 'linux' && !spawnSync('script', ['--version']).error
const schemas = join(projectRoot, 'test/fixtures/schemas')
const databaseUrl = process.env.LOQUAT_TEST_DATABASE_URL

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the names of what a fixture needs here
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'loquat-terminal-'))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
})

/** What a command writes to a terminal of 80 columns: each state of its line, without control characters. */
function onTerminal(args: readonly string[], env: NodeJS.ProcessEnv = {}): string[] {
  const { LOQUAT_TEST_DATABASE_URL: _, ...inherited } = process.env
  const typed = ['node', ...program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const { stdout, status } = spawnSync('script', ['-qec', `stty cols 80; ${typed}`, '/dev/null'], {
    env: { ...inherited, TERM: 'xterm', ...env },
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
  return stdout.split(/\r?\n|\r/).map((line) => line.replaceAll('\u001b[K', ''))
}

function assertProgress(lines: readonly string[], phase: string, unit: string): void {
  const bar = new RegExp(`^${phase} +\\[[#.]{20}\\] \\d+ %, [\\d,]+ ${unit}s?(?:, [\\d,.]+ a second)?(?:, .+ left)?$`)
  const shown = lines.filter((line) => bar.test(line))
  assert.ok(shown.length > 0, `${phase} is among\n${lines.join('\n')}`)
  for (const line of shown) assert.ok(line.length < 80, line)
}

test.skipIf(!hasTerminal)('restoring and upgrading show their progress on a terminal', async ({ folder }) => {
  const oldest = (await readdir(schemas)).filter((name) => name.endsWith('.backup')).sort()[0] as string
  const dataDir = join(folder, 'data')
  const restored = onTerminal(['restore', join(schemas, oldest), '--data-dir', dataDir])
  assertProgress(restored, 'restoring', 'row')
  assert.match(restored.at(-2) ?? '', / was restored: [\d,]+ rows and /)
  const upgraded = onTerminal(['upgrade', '--data-dir', dataDir])
  assertProgress(upgraded, 'upgrading', 'migration')
})

test.skipIf(!hasTerminal || !databaseUrl)('copying a database shows its progress on a terminal', async ({ folder }) => {
  const admin = await openServer(databaseUrl as string, { connections: 1 })
  const name = `loquat_terminal_${process.pid}`
  await admin.script(`create database ${name}`)
  const own = new URL(databaseUrl as string)
  own.pathname = `/${name}`
  try {
    const dataDir = join(folder, 'data')
    onTerminal(['demo', '--data-dir', dataDir, '--json'])
    const copied = onTerminal(['database', 'copy', '--from', dataDir, '--to', own.href])
    assertProgress(copied, 'copying', 'row')
  } finally {
    await admin.script(`drop database if exists ${name} with (force)`)
    await admin.close()
  }
})
