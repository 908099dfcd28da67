import type { Bus, Cache, OrganizationServices } from '#platform/organization'
import type { DueWork } from '#platform/timer'
import { one } from './one.ts'
import { queueServices } from './queue-services.ts'
import type { Runtime } from './runtime.ts'

/** Services that all organizations of a process share. */
export function organizationServices(runtime: Runtime, bus: Bus, mail: DueWork): OrganizationServices {
  const { config, db, features, now } = runtime
  const caches = features.flatMap((feature) => feature.caches ?? []) as Cache[]
  const keyedCaches = features.flatMap((feature) => feature.keyedCaches ?? [])
  return {
    config,
    db,
    bus,
    caches,
    keyedCaches,
    mirroredEvents: new Set(
      [...caches, ...keyedCaches].flatMap(({ followers }) => followers.flatMap(({ names }) => [...names])),
    ),
    queueServices: queueServices(features),
    counts: { written: { events: 0, byName: new Map() }, heard: { byWord: 0, fromLog: 0 } },
    outcomes: runtime.outcomes,
    durations: runtime.durations,
    get log() {
      return runtime.log
    },
    now,
    organizationUrl: (subdomain) => runtime.organizationUrl(subdomain),
    get sendsMail() {
      return config.smtpUrl !== undefined
    },
    mailDue: (due) => runtime.timer.sooner(mail, due),
    workDue: (work, due) => runtime.timer.sooner(work, due),
    hasOthers: () => (runtime.processes?.others ?? 0) > 0,
    isAlone: () => runtime.registry.home.processes?.isAlone ?? true,
    callAgain: (org, call) => runtime.callAgain(org, call),
    viewerOf: one(features, 'viewerOf'),
    languageOf: one(features, 'languageOf'),
  }
}
