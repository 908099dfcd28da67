import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { byTime, type Calendar } from './calendar.ts'
import type { Account } from './caller.ts'
import { demonstrationFolder } from './company.ts'
import { accountOf, type Team } from './set-up.ts'
import type { Resolution, TranscriptMessage } from './transcript.ts'

/** How many of the newest messages the owner hasn't read. */
const unread = 36

type Step = { place: string } & ({ message: TranscriptMessage } | { resolution: Resolution })

const momentOf = (step: Step) => ('message' in step ? step.message : step.resolution)

interface Clock {
  /** In ms. */
  setTime(time: number): void
  /** Called for each day, before its first message. */
  atDay(day: number): Promise<void>
}

/** Sends the messages of the transcripts in chronological order. */
export class Conversation {
  readonly #team: Team
  readonly #calendar: Calendar
  /** Message IDs by label. */
  readonly labels = new Map<string, number>()
  readonly starred: number[] = []
  readonly #newestOfTopic = new Map<string, number>()

  constructor(team: Team, calendar: Calendar) {
    this.#team = team
    this.#calendar = calendar
  }

  async play({ setTime, atDay }: Clock): Promise<void> {
    const steps = this.#team.company.conversations
      .flatMap(({ place, messages, resolutions }): Step[] => [
        ...messages.map((message) => ({ place, message })),
        ...resolutions.map((resolution) => ({ place, resolution })),
      ])
      .sort((a, b) => byTime(momentOf(a), momentOf(b)))
    let day = 0
    for (const [index, step] of steps.entries()) {
      const moment = momentOf(step)
      setTime(this.#calendar.at({ day: moment.day, minutes: moment.minutes }))
      while (day < moment.day) await atDay(++day)
      if (index === steps.length - unread) await this.#markAllRead(this.#team.owner)
      if ('message' in step) await this.#say(step.place, step.message)
      else await this.#resolve(step.place, step.resolution)
    }
    const { company, owner } = this.#team
    for (const { key } of company.people) {
      const account = accountOf(this.#team, key)
      if (account !== owner) await this.#markAllRead(account)
    }
  }

  async #say(place: string, message: TranscriptMessage): Promise<void> {
    const { caller, company } = this.#team
    const sender = accountOf(this.#team, message.sender)
    if (company.bots.some(({ key, kind }) => key === message.sender && kind === 'webhook'))
      return this.#alert(place, message, sender)
    const content = await this.#contentOf(message, sender)
    const to =
      place === 'direct'
        ? { type: 'direct', to: message.topic.split(', ').map((key) => accountOf(this.#team, key).id) }
        : { type: 'stream', to: place, topic: message.topic }
    const { id } = await caller.call<{ id: number }>(sender, 'POST', '/messages', {
      ...to,
      content,
      read_by_sender: true,
    })
    if (place !== 'direct') this.#newestOfTopic.set(`${place}>${message.topic}`, id)
    if (message.label) this.labels.set(message.label, id)
    if (message.isStarred) this.starred.push(id)
    if (message.isPinned) await caller.call(sender, 'POST', `/messages/${id}/pin`, { for_everyone: true })
    for (const { emoji, people } of message.reactions)
      for (const key of people)
        await caller.call(accountOf(this.#team, key), 'POST', `/messages/${id}/reactions`, { emoji_name: emoji })
    for (const { kind, index, people } of message.choices)
      for (const key of people) {
        const data =
          kind === 'vote'
            ? { type: 'vote', key: `canned,${index}`, vote: 1 }
            : { type: 'strike', key: `${index},canned` }
        await caller.call(accountOf(this.#team, key), 'POST', '/submessage', {
          ...{ message_id: id, msg_type: 'widget', content: JSON.stringify(data) },
        })
      }
  }

  /** Posts a Grafana alert: `firing | name | instance | description | value`, or `resolved | name | instance`. */
  async #alert(place: string, message: TranscriptMessage, bot: Account): Promise<void> {
    const [status, name = '', instance = '', description, value] = message.content.split(' | ')
    const time = new Date(this.#calendar.at(message)).toISOString()
    const [label = '', amount = ''] = value?.split(' ') ?? []
    const query = new URLSearchParams({ api_key: bot.apiKey, stream: place, topic: message.topic })
    await this.#team.caller.post(bot, `/external/grafana?${query}`, {
      status,
      groupLabels: { alertname: name },
      alerts: [
        {
          status,
          labels: { alertname: name, instance },
          annotations: { summary: name, ...(description ? { description } : {}) },
          ...(value ? { values: { [label]: Number(amount) } } : {}),
          ...(status === 'firing' ? { startsAt: time } : { endsAt: time }),
          generatorURL: 'https://grafana.lightlycloudy.example/alerting/list',
        },
      ],
    })
  }

  async #resolve(place: string, { topic, sender }: Resolution): Promise<void> {
    const id = this.#newestOfTopic.get(`${place}>${topic}`)
    await this.#team.caller.call(accountOf(this.#team, sender), 'PATCH', `/messages/${id}`, {
      ...{ topic: `✔ ${topic}`, propagate_mode: 'change_all' },
    })
  }

  async #contentOf({ content }: TranscriptMessage, sender: Account): Promise<string> {
    const { caller, company, accounts } = this.#team
    let text = content
      .replace(/\{day (\d+)\}/g, (_, day) => this.#calendar.weekday(Number(day)))
      .replace(/\{time (\d+) (\d\d):(\d\d)\}/g, (_, day, hours, minutes) => {
        const time = this.#calendar.at({ day: Number(day), minutes: Number(hours) * 60 + Number(minutes) })
        return `<time:${new Date(time).toISOString().slice(0, 16)}:00Z>`
      })
      .replace(/(?<![\w.`*@])@(_?)([a-z-]+)/g, (whole, silent, name) => {
        if (name === 'all') return '@**all**'
        if (company.groups.some((group) => group.name === name)) return `@${silent}*${name}*`
        const account = accounts.get(name)
        return account ? `@${silent}**${account.name}**` : whole
      })
    for (const [whole, name] of content.matchAll(/\{picture ([\w-]+)\}/g)) {
      const filename = `${name}.png`
      const file = await readFile(join(demonstrationFolder, 'pictures', filename))
      const url = await caller.upload(sender, { filename, content: file })
      text = text.replace(whole, `\n[${filename}](${url})`)
    }
    return text
  }

  async #markAllRead(account: Account): Promise<void> {
    await this.#team.caller.call(account, 'POST', '/mark_all_as_read')
  }
}
