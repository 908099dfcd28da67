import { asChannelId, GroupSettingValue, z } from '#contract'
import type { SystemGroupName } from '../system-group-rules.ts'

export interface PermissionRules {
  /** Only system groups, no custom groups or users. */
  requireSystemGroup: boolean
  allowInternet: boolean
  allowNobody: boolean
  /** If false, guests never have the permission, even as members of a group that holds it. */
  allowEveryone: boolean
  /** If not empty, the only system groups allowed. */
  allowedSystemGroups: readonly SystemGroupName[]
}

interface SettingFacts {
  change: 'administrator' | 'owner'
  /** Accepted by `PATCH /realm`. */
  patchable: boolean
  /** Included in `POST /register` as `realm_` and its name, as stored. */
  registered: boolean
  doc: string
}

export interface ValueSetting<S extends z.ZodType = z.ZodType> extends SettingFacts {
  kind: 'value'
  schema: S
  /** The input of `PATCH /realm`: mostly the same, sometimes words like `unlimited`; parses to a stored value. */
  input: z.ZodType<z.output<S>>
  default: z.output<S>
}

interface PermissionSetting extends SettingFacts {
  kind: 'permission'
  schema: typeof GroupSettingValue
  defaultGroup: SystemGroupName
  group: PermissionRules
}

export type OrganizationSetting = ValueSetting | PermissionSetting

type Options = Partial<Pick<SettingFacts, 'change' | 'patchable' | 'registered'>>

export function value<S extends z.ZodType>(
  schema: S,
  initial: NoInfer<z.output<S>>,
  doc: string,
  { input = schema as z.ZodType<z.output<S>>, ...facts }: Options & { input?: z.ZodType<z.output<S>> } = {},
): ValueSetting<S> {
  return {
    kind: 'value',
    schema,
    input,
    default: initial,
    doc,
    change: 'administrator',
    patchable: true,
    registered: true,
    ...facts,
  }
}

/** `null` means no limit; the word `unlimited` is accepted, too. */
export function cap(least: number, most: number, doc: string) {
  const number = z.int().min(least).max(most).nullable()
  return value(number, null, doc, { input: z.union([number, z.literal('unlimited').transform(() => null)]) })
}

export const permissionRules: PermissionRules = {
  requireSystemGroup: false,
  allowInternet: false,
  allowNobody: true,
  allowEveryone: true,
  allowedSystemGroups: [],
}

export function permission(
  defaultGroup: SystemGroupName,
  doc: string,
  { change = 'administrator', ...rules }: Partial<PermissionRules> & Pick<Options, 'change'> = {},
): PermissionSetting {
  return {
    kind: 'permission',
    schema: GroupSettingValue,
    defaultGroup,
    doc,
    change,
    patchable: true,
    registered: true,
    group: { ...permissionRules, ...rules },
  }
}

/** The value of a channel setting that isn't set. */
export const noChannel = asChannelId(-1)
/** A channel's ID, or {@link noChannel}. */
export const channelOrNone = z
  .int()
  .brand<'channel'>()
  .refine((id) => id === -1 || id > 0, { error: 'is neither a channel id nor -1', abort: true })
