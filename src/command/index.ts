import { ApiError } from '#contract'
import { version } from '#platform/config'
import type { Area } from '#platform/serve'
import { auditLog } from './audit-log.ts'
import { backup } from './backup.ts'
import { copyDatabase } from './database.ts'
import { moveOrganization } from './database-move.ts'
import { demo } from './demo.ts'
import { syncDirectory } from './directory.ts'
import { doctor } from './doctor.ts'
import { FailedError, PipeError, UsageError } from './errors.ts'
import { exportOrganization } from './export.ts'
import { type Command, helpOf, parse, table } from './flags.ts'
import { importUsers } from './import.ts'
import { importArchive } from './import-archive.ts'
import { deliverMail } from './mail.ts'
import { mcp } from './mcp.ts'
import { restoreMessage } from './message.ts'
import { createOrganization } from './org.ts'
import {
  deactivateOrganization,
  deleteOrganization,
  listOrganizations,
  reactivateOrganization,
  renameOrganization,
} from './org-admin.ts'
import { importOrganization } from './org-import.ts'
import { allowFullExport, redirectOrganization } from './org-move.ts'
import { organizationQuota } from './org-quota.ts'
import { restore } from './restore.ts'
import { serveCommand, start } from './server.ts'
import { shownSecrets } from './shown-secrets.ts'
import type { Terminal } from './terminal.ts'
import { upgradeCommand } from './upgrade.ts'
import {
  apiKey,
  changeUserRole,
  createUser,
  deactivateUser,
  listUsers,
  reactivateUser,
  secondFactor,
  setUserPassword,
} from './user.ts'

interface Invocation {
  args: string[]
  environment: NodeJS.ProcessEnv
  /** Loaded only by commands that need them. */
  areas: () => Promise<readonly Area[]>
  terminal?: Terminal
  /** Ends a server, which otherwise runs until the process hears a signal. */
  until?: Promise<unknown>
}

// whoever has read enough (`| head`) ends nothing but its own reading
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const standard: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  stdin: process.stdin,
  screen: process.stderr,
}

/** Runs one command and answers with the exit code: 0, 1 when it failed, 2 when it was used wrongly; for mail servers theirs. */
export async function main({ args, environment, areas, terminal = standard, until }: Invocation): Promise<number> {
  const means = { areas, terminal, until }
  const commands = [
    start(means),
    serveCommand(means),
    createOrganization(means),
    listOrganizations(means),
    renameOrganization(means),
    deactivateOrganization(means),
    reactivateOrganization(means),
    deleteOrganization(means),
    importOrganization(means),
    moveOrganization(means),
    redirectOrganization(means),
    allowFullExport(means),
    organizationQuota(means),
    createUser(means),
    importUsers(means),
    listUsers(means),
    apiKey(means),
    changeUserRole(means),
    setUserPassword(means),
    deactivateUser(means),
    reactivateUser(means),
    secondFactor(means),
    restoreMessage(means),
    deliverMail(means),
    mcp(means),
    exportOrganization(means),
    importArchive(means),
    syncDirectory(means),
    auditLog(means),
    backup(means),
    restore(means),
    copyDatabase(means),
    upgradeCommand(means),
    demo(means),
    doctor(means),
  ]
  let typed = 'loquat'
  try {
    const [first = '--help', second = ''] = args
    if (first === '--version' || first === '-V') terminal.say(version)
    else if (first === '--help' || first === '-h' || first === 'help') terminal.say(overview(commands))
    else {
      const command = commands.find(({ name }) => name === first || name === `${first} ${second}`)
      if (!command) throw new UsageError(unknown(first, second, commands))
      typed = `loquat ${command.name}`
      const input = parse(command, args.slice(command.name.split(' ').length), environment)
      for (const line of input ? shownSecrets(input.given) : []) terminal.complain(line)
      if (input) await command.run(input)
      else terminal.say(helpOf(command))
    }
    return 0
  } catch (error) {
    if (error instanceof PipeError) {
      terminal.complain(`${typed}: ${error.message}`)
      return error.exitCode
    }
    const known = error instanceof UsageError || error instanceof FailedError || error instanceof ApiError
    if (!known) throw error
    const hint = error instanceof UsageError && error.hint ? ` (see ${typed} --help)` : ''
    terminal.complain(`${typed}: ${error.message}${hint}`)
    return error instanceof UsageError ? 2 : 1
  }
}

function unknown(first: string, second: string, commands: readonly Command[]): string {
  const group = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name.split(' ')[1])
  if (group.length === 0) return `there is no command '${first}'`
  const choice = group.length > 1 ? `one of ${group.join(', ')}` : group[0]
  return second && !second.startsWith('-')
    ? `there is no command '${first} ${second}', only ${choice}`
    : `after '${first}' comes ${choice}`
}

const overview = (commands: readonly Command[]): string =>
  [
    'Usage: loquat COMMAND [options]',
    '',
    'Team chat in which every conversation belongs to a topic.',
    '',
    ...table(commands.map(({ name, summary }) => [name, `${summary}.`])),
    '',
    'loquat COMMAND --help tells the options of a command; loquat --version the version.',
  ].join('\n')
