// Runs a command into a log file and measures it.
import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'

const running = new Set()
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
    process.exit(130)
  })

/** Returns `{ code, seconds, cpuSeconds }`: the exit code, wall time, and CPU time of it and its children. */
export async function measured([program, ...args], { cwd, log, env = {} }) {
  const started = performance.now()
  // bash can measure the CPU time of its children; Node can't
  const script = 'TIMEFORMAT="%U %S"; times=$1; shift; exec 3>&1 4>&2; { time "$@" 1>&3 2>&4 3>&- 4>&-; } 2>"$times"'
  const times = `${log}.times`
  const child = spawn('bash', ['-c', script, 'bash', times, program, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const file = createWriteStream(log)
  child.stdout.pipe(file, { end: false })
  child.stderr.pipe(file, { end: false })
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(127))
    child.once('close', (status) => resolve(status ?? 1))
  })
  running.delete(child)
  await new Promise((resolve) => file.end(resolve))
  return { code, seconds: (performance.now() - started) / 1000, cpuSeconds: await processorTime(times) }
}

async function processorTime(path) {
  try {
    const [user, system] = (await readFile(path, 'utf8')).trim().split('\n').at(-1).split(' ').map(Number)
    return user + system
  } catch {
    return 0
  } finally {
    await rm(path, { force: true })
  }
}
