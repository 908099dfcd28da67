import { counted } from './counted.ts'
import type { Command } from './flags.ts'
import type { ChangedOrganization } from './operations/index.ts'
import { checkOrganizationName, jsonFlag as json, orgFlag as org } from './org.ts'
import { perform } from './perform.ts'
import { columns, confirm, type Means } from './terminal.ts'

export const listOrganizations = (means: Means): Command => ({
  name: 'org list',
  summary: 'List the organizations',
  flags: { json },
  async run({ config, switches }) {
    const all = await perform(means, config, 'listOrganizations', undefined)
    if (switches.has('json')) return void means.terminal.say(JSON.stringify(all))
    if (all.length === 0) return void means.terminal.say('There are no organizations yet')
    const isPlaced = all.some(({ database }) => database !== undefined)
    for (const line of columns(
      [
        ['address', ...(isPlaced ? ['database'] : []), 'people', 'messages', 'files (MiB)', 'name'],
        ...all.map(({ url, people, messages, upload_bytes, name, deactivated_at, database }) => [
          url,
          ...(isPlaced ? [database ?? ''] : []),
          String(people),
          String(messages),
          (upload_bytes / 2 ** 20).toFixed(1),
          `${name}${deactivated_at === null ? '' : ' (deactivated)'}`,
        ]),
      ],
      means.terminal,
    ))
      means.terminal.say(line)
  },
})

const print = ({ terminal }: Means, json: boolean, outcome: ChangedOrganization, done: string, before: string) =>
  terminal.say(json ? JSON.stringify(outcome) : `${outcome.name} is ${outcome.changed ? done : before}`)

export const renameOrganization = (means: Means): Command => ({
  name: 'org rename',
  summary: 'Rename an organization',
  about: "Its URL doesn't change.",
  takes: ['NAME'],
  flags: { org, json },
  async run({ config, flags, switches, taken }) {
    const name = checkOrganizationName(taken[0] as string, 'NAME')
    const outcome = await perform(means, config, 'renameOrganization', { org: flags.org, name })
    print(means, switches.has('json'), outcome, 'its name now', 'its name already')
  },
})

export const deactivateOrganization = (means: Means): Command => ({
  name: 'org deactivate',
  summary: 'Deactivate an organization',
  about: 'Sign-in is turned off and clients are disconnected. No data is deleted.',
  flags: { org, json },
  async run({ config, flags, switches }) {
    const outcome = await perform(means, config, 'deactivateOrganization', { org: flags.org })
    print(means, switches.has('json'), outcome, 'deactivated', 'deactivated already')
  },
})

export const reactivateOrganization = (means: Means): Command => ({
  name: 'org reactivate',
  summary: 'Reactivate a deactivated organization',
  flags: { org, json },
  async run({ config, flags, switches }) {
    const outcome = await perform(means, config, 'reactivateOrganization', { org: flags.org })
    print(means, switches.has('json'), outcome, 'open again', 'open already')
  },
})

export const deleteOrganization = (means: Means): Command => ({
  name: 'org delete',
  summary: 'Permanently delete an organization and all its data',
  about: "Deletes accounts, messages, and files without a backup. Asks for the organization's name first.",
  flags: { org, yes: { doc: "Don't ask for confirmation." }, json },
  async run({ config, flags, switches }) {
    const all = await perform(means, config, 'listOrganizations', undefined)
    const wanted = flags.org?.toLowerCase() ?? (all.length === 1 ? all[0]?.subdomain : '')
    const found = all.find(({ subdomain }) => subdomain === wanted)
    if (found && !switches.has('yes'))
      await confirm(
        means.terminal,
        `This deletes ${found.name} (${found.url}): ${counted(found.people, 'person')}, ${counted(found.messages, 'message')}. Type its name:`,
        found.name,
      )
    const gone = await perform(means, config, 'deleteOrganization', { org: flags.org })
    means.terminal.say(
      switches.has('json')
        ? JSON.stringify(gone)
        : `${gone.name} is deleted: ${counted(gone.rows, 'row')}, ${counted(gone.files, 'file')}`,
    )
  },
})
