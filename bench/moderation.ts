import { newcomerPresets } from '../src/features/people/organization/preset-limits.ts'
import { type Connection, success } from './http.ts'
import { clientsOf } from './live.ts'
import type { Place } from './main.ts'
import { percentile, type Row } from './row.ts'
import { people, seed } from './seed.ts'
import { ServerProcess } from './server.ts'
import { texts } from './texts.ts'

const senders = 8
const messagesPerRound = 400
const rounds = 6

const conditions = [
  { kind: 'words', words: Array.from({ length: 200 }, (_, index) => `forbidden ${index}`) },
  { kind: 'links', mode: 'never', domains: ['spam.example'] },
  { kind: 'files', extensions: ['exe'] },
]
/** Compares a text with the author's messages of the last ten minutes, up to 100. */
const repeats = { kind: 'repeats', places: 20 }
const rulesFor = (applies_to: 'new_members' | 'members', list: readonly { kind: string }[]) =>
  list.map((condition) => ({ name: condition.kind, condition, applies_to, action: 'hold' }))

/** Settings for *Community safety*, and the moderation rules next to them. */
const setups = {
  none: { settings: newcomerPresets.team, rules: [] },
  community: { settings: newcomerPresets.community, rules: rulesFor('new_members', [...conditions, repeats]) },
  contents: { settings: newcomerPresets.team, rules: rulesFor('members', conditions) },
  repeats: { settings: newcomerPresets.team, rules: rulesFor('members', [repeats]) },
}
type Setup = keyof typeof setups
const names = Object.keys(setups) as Setup[]

/** What limits and rules add to the CPU time of full members' messages, alternating on the same server. */
export async function benchModeration(place: Place): Promise<Row[]> {
  const seeded = await seed(place)
  const members = await people(seeded, senders, 'Member')
  const { owner } = seeded
  await seeded.close()
  const { server } = await ServerProcess.start(place.serverArgs)
  const [founder, ...connections] = (await clientsOf(server.port, [owner, ...members])) as [Connection, ...Connection[]]
  // they joined just now
  for (const { id } of members) success(await founder.post(`/users/${id}/full_membership`, {}))
  const bodies = texts().map(({ content }) => content.slice(0, 9_000))
  const cpu: Record<Setup, number[]> = { none: [], community: [], contents: [], repeats: [] }
  let number = 0

  async function round(setup: Setup, isMeasured: boolean): Promise<void> {
    const { settings, rules } = setups[setup]
    success(await founder.patch('/realm', { ...settings, waiting_period_threshold: 3 }))
    const made: number[] = []
    for (const rule of rules) {
      const created = success(await founder.post('/moderation_rules', rule)) as { rule: { id: number } }
      made.push(created.rule.id)
    }
    const before = server.cpuMs()
    const end = number + messagesPerRound
    await Promise.all(
      connections.map(async (connection) => {
        while (number < end) {
          const content = `${bodies[number % bodies.length]} ${number}`
          const topic = `topic ${number++ % 40}`
          success(await connection.post('/messages', { type: 'channel', to: 'general', topic, content }))
        }
      }),
    )
    if (isMeasured) cpu[setup].push((server.cpuMs() - before) / messagesPerRound)
    for (const id of made) success(await founder.delete(`/moderation_rules/${id}`, {}))
  }

  for (const name of names) await round(name, false)
  for (let count = 0; count < rounds; count++)
    for (const name of count % 2 === 0 ? names : [...names].reverse()) await round(name, true)
  for (const connection of [founder, ...connections]) connection.close()
  await server.stop()
  const sorted = (list: number[]) => [...list].sort((a, b) => a - b)
  const median = (list: number[]) => percentile(sorted(list), 0.5)
  const none = median(cpu.none)
  return [
    { what: 'CPU time of a message, no limits or rules', value: none, unit: 'ms' },
    { what: 'the same, lowest round', value: Math.min(...cpu.none), unit: 'ms' },
    { what: 'the same, highest round', value: Math.max(...cpu.none), unit: 'ms' },
    { what: 'ratio with the preset and four rules for new members', value: median(cpu.community) / none, unit: '' },
    { what: 'ratio with rules on words, links, and files for everyone', value: median(cpu.contents) / none, unit: '' },
    { what: 'ratio with a rule on repeats for everyone', value: median(cpu.repeats) / none, unit: '' },
  ]
}
