import type { Option } from './option.ts'

/** The sections of the configuration file and of `--help`, in order, with their titles. */
export const sections = {
  common: 'Common',
  network: 'Network',
  database: 'Database',
  processes: 'Several processes',
  limits: 'Limits',
  monitoring: 'Logs and metrics',
  storage: 'Uploaded files',
  mail: 'Email',
  notifications: 'Push notifications',
  'sign-in': 'Sign-in',
  messages: 'Messages',
  integrations: 'Integrations',
  'video-calls': 'Video calls',
  backups: 'Backups',
} as const

export type Section = keyof typeof sections

/** A section, and whether all its options given here are reloadable. */
export type Group = Section | { readonly section: Section; readonly reloadable: boolean }

/** Puts options into a section, unless their declaration names another one. */
export function inSection<const T extends Readonly<Record<string, Option>>>(group: Group, options: T): T {
  const { section, reloadable } = typeof group === 'string' ? { section: group, reloadable: false } : group
  return Object.fromEntries(
    Object.entries(options).map(([name, option]) => [
      name,
      { ...option, section: option.section ?? section, reloadable: option.reloadable || reloadable },
    ]),
  ) as unknown as T
}
