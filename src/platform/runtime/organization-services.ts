import type { Bus, Mirror, OrganizationServices } from '#platform/organization'
import type { DueWork } from '#platform/timer'
import { one } from './one.ts'
import { queueServices } from './queue-services.ts'
import type { Runtime } from './runtime.ts'

/** What the organizations of a process share. */
export function organizationServices(runtime: Runtime, bus: Bus, mail: DueWork): OrganizationServices {
  const { config, db, areas, now } = runtime
  const mirrors = areas.flatMap((area) => area.mirrors ?? []) as Mirror[]
  const keyedMirrors = areas.flatMap((area) => area.keyedMirrors ?? [])
  return {
    config,
    db,
    bus,
    mirrors,
    keyedMirrors,
    mirroredEvents: new Set(
      [...mirrors, ...keyedMirrors].flatMap(({ followers }) => followers.flatMap(({ names }) => [...names])),
    ),
    queueServices: queueServices(areas),
    counts: { written: { events: 0, byName: new Map() }, heard: { byWord: 0, fromLog: 0 } },
    now,
    organizationUrl: (subdomain) => runtime.organizationUrl(subdomain),
    sendsMail: config.smtpUrl !== undefined,
    mailDue: (due) => runtime.timer.sooner(mail, due),
    workDue: (work, due) => runtime.timer.sooner(work, due),
    hasOthers: () => (runtime.processes?.others ?? 0) > 0,
    isAlone: () => runtime.directory.home.processes?.isAlone ?? true,
    callAgain: (org, call) => runtime.callAgain(org, call),
    viewerOf: one(areas, 'viewerOf'),
    languageOf: one(areas, 'languageOf'),
  }
}
