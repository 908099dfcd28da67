import type { Config } from '#platform/config'
import type { Bus } from '#platform/organization'
import { NatsLink } from './nats-link.ts'
import type { Runtime } from './runtime.ts'
import { hear, told, type Word } from './words.ts'

/** How often the log is looked at while word cannot come. */
const lookMs = 500

/**
 * Several processes with NATS between them: what is committed travels itself, on a subject for each organization, so that
 * processes read the log only to fill a gap. While NATS is away, word goes the way that the database has, and the log is
 * looked at; see docs/decisions on NATS.
 */
export const natsBus =
  (config: Config, failed: (error: unknown) => void, without: (runtime: Runtime) => Bus) =>
  (runtime: Runtime): Bus => {
    const rest = without(runtime)
    const subjectOf = (org: number) => `${config.natsSubject}.organization.${org}`
    let looking: NodeJS.Timeout | undefined
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      await runtime.followAll().catch(failed)
      isLooking = false
    }
    /** What was said by the way that is gone may have reached nobody. */
    const sayPositions = async () => {
      for (const { id, position } of runtime.openedAll()) committed(id, [], position)
    }
    const link: NatsLink = new NatsLink(config, {
      word: (text) => void hear(runtime, JSON.parse(text)).catch(failed),
      connected() {
        clearInterval(looking)
        looking = undefined
        void look()
        void sayPositions()
      },
      lost(error) {
        failed(error)
        looking ??= setInterval(() => void look(), lookMs).unref()
        void sayPositions()
      },
      refused: failed,
    })
    /** Whether it went by NATS. */
    const said = (word: Word): boolean => {
      if (!link.isConnected) return false
      const text = JSON.stringify(word)
      if (Buffer.byteLength(text) > link.mostBytes) return false
      link.say(subjectOf(word.org), text)
      return true
    }
    const committed: Bus['committed'] = (org, entries, position) => {
      const isOut =
        (entries.length > 0 && said({ org, position, entries: entries.map(told) })) || said({ org, position })
      if (!isOut) rest.committed(org, entries, position)
    }
    return {
      opening: (org) => link.follow(subjectOf(org)),
      leaving: (org) => link.leave(subjectOf(org)),
      committed,
      announce: (org, event) => void (said({ org, event }) || rest.announce(org, event)),
      queuesEnded: (org, ids, position) =>
        void (said({ org, ended: ids, position }) || rest.queuesEnded(org, ids, position)),
      gone(org) {
        // those who know where it was hear of it too, who do not follow it
        rest.gone(org)
        link.leave(subjectOf(org))
      },
      // who is there is said where everybody listens
      introduce: (introduction) => rest.introduce(introduction),
      async settled() {
        await link.settled()
        await rest.settled()
      },
      async close() {
        clearInterval(looking)
        await link.close()
        await rest.close()
      },
      get isConnected() {
        return link.isConnected
      },
    }
  }
