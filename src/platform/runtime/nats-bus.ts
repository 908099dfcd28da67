import { randomUUID } from 'node:crypto'
import type { Config } from '#platform/config'
import type { Bus } from '#platform/organization'
import { NatsLink } from './nats-link.ts'
import { NatsHearing } from './nats-subscription.ts'
import { hear, type ProcessMessage, told } from './process-messages.ts'
import type { Runtime } from './runtime.ts'

/** How often the log is polled while messages can't arrive. */
const lookMs = 500
/** How many transient events to remember, to drop duplicates. */
const maxCopies = 1_000

type Without = (runtime: Runtime, heard: (word: ProcessMessage) => Promise<void>) => Bus

/**
 * Connects processes through NATS: committed events are sent on one subject per organization, so that processes read
 * the log only to fill gaps. While NATS is down, messages use the database's bus and the log is polled; while only some
 * processes are heard, both are used. See docs/decisions on NATS.
 */
export const natsBus =
  (config: Config, failed: (error: unknown) => void, without: Without) =>
  (runtime: Runtime): Bus => {
    const copies = new Set<string>()
    const hearOnce = async (word: ProcessMessage) => {
      if (word.copy !== undefined) {
        if (copies.has(word.copy)) return
        copies.add(word.copy)
        if (copies.size > maxCopies) for (const oldest of [...copies].slice(0, maxCopies / 2)) copies.delete(oldest)
      }
      await hear(runtime, word)
    }
    const rest = without(runtime, hearOnce)
    const subjectOf = (org: number) => `${config.natsSubject}.organization.${org}`
    const presence = `${config.natsSubject}.processes`
    let looking: NodeJS.Timeout | undefined
    let isLooking = false
    const look = async () => {
      if (isLooking) return
      isLooking = true
      await runtime.followAll().catch(failed)
      isLooking = false
    }
    /** Messages sent before the connection was lost may not have arrived. */
    const sayPositions = async () => {
      for (const { id, position } of runtime.openedAll()) committed(id, [], position)
    }
    /** Starts or stops polling the log depending on which processes are heard, and catches up. */
    const changed = () => {
      if (state() === 'connected') {
        clearInterval(looking)
        looking = undefined
      } else looking ??= setInterval(() => void look(), lookMs).unref()
      void look()
      void sayPositions()
    }
    /** A process may have several connections, one per database. */
    const nameOf = (process: string) => `${process} ${runtime.registry.nameOf(runtime)}`
    const hearing: NatsHearing = new NatsHearing({
      say() {
        const { processes } = runtime.registry.home
        if (processes) link.say(presence, JSON.stringify({ process: nameOf(processes.id) }))
      },
      noticed() {
        const others = link.isConnected ? (runtime.registry.home.processes?.noticed ?? []) : []
        return new Map([...others].map(([id, at]) => [nameOf(id), at]))
      },
      changed(isPartly) {
        if (isPartly) failed(new Error('it brings nothing of processes that are there'))
        changed()
      },
    })
    const link: NatsLink = new NatsLink(config, {
      word(text) {
        const { process, ...word } = JSON.parse(text)
        if (process !== undefined) hearing.heard(process)
        else void hearOnce(word).catch(failed)
      },
      connected() {
        hearing.begin()
        changed()
      },
      lost(error) {
        failed(error)
        changed()
      },
      refused: failed,
    })
    void link.follow(presence)
    const state = () => (!link.isConnected ? 'disconnected' : hearing.isPartly ? 'partly' : 'connected')
    /** Whether it was sent through NATS. */
    const said = (word: ProcessMessage): boolean => {
      if (!link.isConnected) return false
      const text = JSON.stringify(word)
      if (Buffer.byteLength(text) > link.maxBytes) return false
      link.say(subjectOf(word.org), text)
      return true
    }
    /** Whether it reached all processes. */
    const saidToAll = (word: ProcessMessage): boolean => said(word) && !hearing.isPartly
    const committed: Bus['committed'] = (org, entries, position) => {
      const isOut =
        (entries.length > 0 && said({ org, position, entries: entries.map(told) })) || said({ org, position })
      if (!isOut || hearing.isPartly) rest.committed(org, entries, position)
    }
    return {
      opening: (org) => link.follow(subjectOf(org)),
      leaving: (org) => link.leave(subjectOf(org)),
      committed,
      announce(org, event) {
        const copy = hearing.isPartly ? { copy: randomUUID() } : {}
        if (!saidToAll({ org, event, ...copy })) rest.announce(org, event, copy.copy)
      },
      queuesEnded: (org, ids, position) =>
        void (saidToAll({ org, ended: ids, position }) || rest.queuesEnded(org, ids, position)),
      gone(org) {
        // also notifies processes that know the organization's place without following it
        rest.gone(org)
        link.leave(subjectOf(org))
      },
      // introductions use the subject that all processes listen to
      introduce: (introduction) => rest.introduce(introduction),
      async settled() {
        await link.settled()
        await rest.settled()
      },
      async close() {
        clearInterval(looking)
        hearing.close()
        await link.close()
        await rest.close()
      },
      get state() {
        return state()
      },
    }
  }
