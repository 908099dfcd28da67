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

/** Puts options into a section, unless their declaration names another one. */
export const inSection = <const T extends Readonly<Record<string, Option>>>(section: Section, options: T): T =>
  Object.fromEntries(
    Object.entries(options).map(([name, option]) => [name, { ...option, section: option.section ?? section }]),
  ) as unknown as T
