import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import type { RoleName } from '../index.ts'
import { parseTranscript, type Transcript } from './transcript.ts'

/** The keys of people, bots, and pictures are used in transcripts. */
interface Person {
  key: string
  name: string
  role: RoleName
  title: string
  /** The status text and the emoji's name. */
  status?: [string, string]
  /** The day the person joins; by default before the first message. */
  joins?: number
}

interface Bot {
  key: string
  name: string
  kind: 'generic' | 'webhook'
  owner: string
}

interface Channel {
  name: string
  description: string
  folder: string
  /** Makes the channel private, with these members. */
  members?: string[]
  /** Guests in it, in addition to everyone else. */
  guests?: string[]
}

export interface Company {
  name: string
  people: Person[]
  bots: Bot[]
  groups: { name: string; description: string; members: string[] }[]
  folders: { name: string; description: string }[]
  channels: Channel[]
  /** `place` is a channel's name or `direct`, where topics are lists of people. */
  conversations: (Transcript & { place: string })[]
}

export const demonstrationFolder = join(projectRoot, 'demo')

const keyOf = (name: string) =>
  (name.split(' ')[0] as string)
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

/** Reads the demonstration company and its messages from `demo/`. */
export async function readCompany(): Promise<Company> {
  const company = JSON.parse(await readFile(join(demonstrationFolder, 'company.json'), 'utf8')) as Company
  for (const account of [...company.people, ...company.bots]) account.key = keyOf(account.name)
  const folder = join(demonstrationFolder, 'conversation')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.txt')).sort()
  const conversations = await Promise.all(
    files.map(async (name) => ({
      place: name.slice(0, -'.txt'.length).replaceAll('-', ' '),
      ...parseTranscript(await readFile(join(folder, name), 'utf8')),
    })),
  )
  return { ...company, conversations }
}
