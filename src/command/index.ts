import { ApiError } from '#contract'
import { version } from '#platform/config'
import type { Feature } from '#platform/serve'
import { suggestion } from './did-you-mean.ts'
import { FailedError, PipeError, UsageError } from './errors.ts'
import { type Command, parse } from './flags.ts'
import { groupHelp, helpOf, overview } from './help.ts'
import { shownSecrets } from './shown-secrets.ts'
import type { Means, Terminal } from './terminal.ts'

type Load = () => Promise<(means: Means) => Command>

/** All commands, in the order of the overview. perf: only the one in use is loaded. */
const commands: Readonly<Record<string, Load>> = {
  start: async () => (await import('./server.ts')).start,
  serve: async () => (await import('./server.ts')).serveCommand,
  reload: async () => (await import('./reload.ts')).reload,
  'config check': async () => (await import('./config.ts')).checkConfiguration,
  'config show': async () => (await import('./config.ts')).showConfiguration,
  'config example': async () => (await import('./config.ts')).exampleConfiguration,
  completion: async () => (await import('./completion.ts')).completion,
  'org create': async () => (await import('./org.ts')).createOrganization,
  'org list': async () => (await import('./org-admin.ts')).listOrganizations,
  'org rename': async () => (await import('./org-admin.ts')).renameOrganization,
  'org deactivate': async () => (await import('./org-admin.ts')).deactivateOrganization,
  'org reactivate': async () => (await import('./org-admin.ts')).reactivateOrganization,
  'org delete': async () => (await import('./org-admin.ts')).deleteOrganization,
  'org import': async () => (await import('./org-import.ts')).importOrganization,
  'org move': async () => (await import('./database-move.ts')).moveOrganization,
  'org redirect': async () => (await import('./org-move.ts')).redirectOrganization,
  'org full-export': async () => (await import('./org-move.ts')).allowFullExport,
  'org quota': async () => (await import('./org-quota.ts')).organizationQuota,
  'user create': async () => (await import('./user.ts')).createUser,
  'user import': async () => (await import('./import.ts')).importUsers,
  'user invite': async () => (await import('./user-invite.ts')).inviteUsers,
  'user list': async () => (await import('./user.ts')).listUsers,
  'user api-key': async () => (await import('./user.ts')).apiKey,
  'user role': async () => (await import('./user.ts')).changeUserRole,
  'user password': async () => (await import('./user.ts')).setUserPassword,
  'user deactivate': async () => (await import('./user.ts')).deactivateUser,
  'user reactivate': async () => (await import('./user.ts')).reactivateUser,
  'user second-factor': async () => (await import('./user.ts')).secondFactor,
  'message restore': async () => (await import('./message.ts')).restoreMessage,
  'mail deliver': async () => (await import('./mail.ts')).deliverMail,
  'mail test': async () => (await import('./mail-test.ts')).testMail,
  'push test': async () => (await import('./push-test.ts')).testPush,
  's3 test': async () => (await import('./s3-test.ts')).testBucket,
  'ldap test': async () => (await import('./ldap-test.ts')).testDirectory,
  mcp: async () => (await import('./mcp.ts')).mcp,
  export: async () => (await import('./export.ts')).exportOrganization,
  import: async () => (await import('./import-archive.ts')).importArchive,
  'directory sync': async () => (await import('./directory.ts')).syncDirectory,
  'audit-log': async () => (await import('./audit-log.ts')).auditLog,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  'database copy': async () => (await import('./database.ts')).copyDatabase,
  upgrade: async () => (await import('./upgrade.ts')).upgradeCommand,
  demo: async () => (await import('./demo.ts')).demo,
  doctor: async () => (await import('./doctor.ts')).doctor,
}

interface Invocation {
  args: string[]
  environment: NodeJS.ProcessEnv
  /** Loaded only by commands that need them. */
  features: () => Promise<readonly Feature[]>
  terminal?: Terminal
  /** Stops a server, which otherwise runs until a signal. */
  until?: Promise<unknown>
}

// a reader that closes the pipe early (`| head`) is not an error
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })

const standard: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  stdin: process.stdin,
  screen: process.stderr,
  // some terminals report a width of 0
  width: (process.stdout.isTTY && process.stdout.columns) || undefined,
}

/**
 * Runs one command and returns the exit code: 0, 1 if it failed, 2 for invalid usage or configuration; for mail servers,
 * theirs.
 */
export async function main({ args, environment, features, terminal = standard, until }: Invocation): Promise<number> {
  const means: Means = { features, terminal, until, commands: () => commandsNamed(Object.keys(commands), means) }
  let typed = 'loquat'
  try {
    const [first = '--help', second = ''] = args
    if (first === '--version' || first === '-V') terminal.say(version)
    else if (first === '--help' || first === '-h' || first === 'help') terminal.say(await help(args.slice(1), means))
    else {
      const name = [first, `${first} ${second}`].find((one) => Object.hasOwn(commands, one))
      if (name === undefined && ['--help', '-h'].includes(second) && namesIn(first).length > 0) {
        terminal.say(await help([first], means))
        return 0
      }
      if (name === undefined) throw new UsageError(unknown(first, second))
      typed = `loquat ${name}`
      const command = await commandNamed(name, means)
      const input = await parse(command, args.slice(name.split(' ').length), environment)
      for (const line of input ? shownSecrets(input.given) : []) terminal.complain(line)
      if (input) await command.run(input)
      else terminal.say(helpOf(command, terminal.width))
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

const commandNamed = async (name: string, means: Means): Promise<Command> => (await (commands[name] as Load)())(means)
const commandsNamed = (names: readonly string[], means: Means): Promise<Command[]> =>
  Promise.all(names.map((name) => commandNamed(name, means)))

const namesIn = (group: string): string[] => Object.keys(commands).filter((name) => name.startsWith(`${group} `))

/** `loquat help`, with the words after it. */
async function help([first, second]: string[], means: Means): Promise<string> {
  const { width } = means.terminal
  if (first === undefined || first.startsWith('-')) return overview(await means.commands(), width)
  const name = [first, `${first} ${second}`].find((one) => Object.hasOwn(commands, one))
  if (name !== undefined) return helpOf(await commandNamed(name, means), width)
  if (second !== undefined || namesIn(first).length === 0) throw new UsageError(unknown(first, second ?? ''))
  return groupHelp(first, await commandsNamed(namesIn(first), means), width)
}

function unknown(first: string, second: string): string {
  const names = Object.keys(commands)
  const group = namesIn(first).map((name) => name.split(' ')[1] as string)
  if (group.length === 0) {
    const words = second.startsWith('-') ? [] : [...names.filter((name) => name.includes(' '))]
    const both = suggestion(`${first} ${second}`, words)
    const firstWords = new Set(names.map((name) => name.split(' ')[0] as string))
    return `there is no command '${first}'${both || suggestion(first, firstWords)}`
  }
  const choice = group.length > 1 ? `one of ${group.join(', ')}` : group[0]
  if (!second || second.startsWith('-')) return `after '${first}' comes ${choice}`
  const found = suggestion(`${first} ${second}`, namesIn(first))
  return `there is no command '${first} ${second}'${found || `, only ${choice}`}`
}
