import { shortened } from '#contract'
import type { Context } from '#platform/serve'
import { isFullMember } from '../../../people/groups/access/index.ts'
import { profileFieldsCache } from '../../../people/profile-fields/cache.ts'
import { isText } from '../../../people/profile-fields/field-types.ts'
import type { Field } from '../../../people/profile-fields/profile-field.ts'
import type { Account } from '../../../people/users/account.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { type ProfileText, statusTexts } from '../../../people/users/extension-points.ts'
import { isTarget, realmUrlOf } from './access.ts'
import { Inspection } from './inspection.ts'
import { maxExcerptLength, maxMatchesListed, maxTriedPeople } from './limits.ts'
import type { RuleList } from './rule-list.ts'
import type * as store from './store.ts'
import { charged } from './trial.ts'
import type { ProfileMatchOut } from './wire.ts'

/** People per query. */
const pageSize = 500

type Text = ProfileText & Pick<ProfileMatchOut, 'kind' | 'field_name'>

/**
 * Finds names, statuses, and profile fields that a rule for words or links wouldn't allow now, of the newest accounts that
 * it applies to. Ends early if the caller disconnects.
 */
export async function tryOnProfiles(ctx: Context, rule: store.Stored, rules: RuleList) {
  const { org } = ctx
  const { condition, applies_to } = rule
  const fields = ctx.get(profileFieldsCache).all.filter(({ type }) => isText(type))
  const isCandidate = (account: Account) =>
    account.isActive && isTarget(org, applies_to, account, (person) => isFullMember(org, person))
  const isBroken = (text: Text) =>
    (condition.kind === 'words' || condition.kind === 'links') &&
    Inspection.ofProfileText(rules, realmUrlOf(org), text).matches(rule.id, condition)
  const accounts = ctx.get(peopleCache).all().toReversed()
  const matches: ProfileMatchOut[] = []
  let matched = 0
  let inspected = 0
  let at = 0
  for (; at < accounts.length && inspected < maxTriedPeople; at += pageSize) {
    if (ctx.request.closed.isClosed) break
    const page = accounts.slice(at, at + pageSize).filter(isCandidate)
    const statuses = await ctx.read((tx) =>
      statusTexts(
        tx,
        page.map(({ id }) => id),
      ),
    )
    for (const account of page) {
      inspected++
      let isCaught = false
      for (const text of textsOf(account, fields, statuses.get(account.id))) {
        if (!(await charged(ctx, () => isBroken(text)))) continue
        isCaught = true
        if (matches.length < maxMatchesListed) matches.push(matchOf(account, text))
      }
      if (isCaught) matched++
    }
  }
  return { matched, inspected, is_complete: at >= accounts.length, matches }
}

function textsOf({ fullName, profile }: Account, fields: readonly Field[], status: string | undefined): Text[] {
  const values = fields.flatMap(({ id, name: field_name }): Text[] => {
    const field = profile[id]
    return field ? [{ kind: 'field', field_name, content: field.value, html: field.rendered_value ?? null }] : []
  })
  return [
    { kind: 'name', field_name: null, content: fullName },
    ...(status ? [{ kind: 'status', field_name: null, content: status } as const] : []),
    ...values,
  ]
}

const matchOf = ({ id }: Account, { kind, field_name, content }: Text): ProfileMatchOut => ({
  ...{ user_id: id, kind, field_name },
  excerpt: shortened(content, maxExcerptLength),
})
