import { isAdministrator, isGuest } from '#contract'

export type PermissionScope = 'realm' | 'stream' | 'group'

/** Group IDs from one the user is in to the one named by the permission; empty if the user is named directly. */
export type GroupPath = readonly number[]

export type Reason =
  | { readonly kind: 'administrator' | 'inside' | 'public' | 'webPublic' }
  | { readonly kind: 'holds'; readonly scope: PermissionScope; readonly name: string; readonly path: GroupPath }

export type Obstacle =
  | { readonly kind: 'archived' | 'guest' | 'guestOutside' | 'closed' | 'protectedHistory' | 'systemGroup' }
  | { readonly kind: 'lacks'; readonly scope: PermissionScope; readonly name: string }

export type Verdict =
  | { readonly can: true; readonly because: readonly Reason[] }
  | { readonly can: false; readonly because: readonly Obstacle[] }

/** The user a rule is applied to. The server uses its tables, a client register and events. */
export interface Actor {
  readonly role: number
  /** Whether the permission names the user, directly or through groups. */
  holds(scope: PermissionScope, name: string): boolean
  /** `allow_everyone_group` of the permission. */
  allowsGuests(scope: PermissionScope, name: string): boolean
}

/** An {@link Asker} that can also explain how the user holds a permission; undefined if they don't. */
export interface TracedActor extends Actor {
  path(scope: PermissionScope, name: string): GroupPath | undefined
}

/** A permission check, written once for the server and clients. */
export interface Rule<Facts extends Actor = Actor> {
  /** Builds no reasons: the server calls it for thousands of users. */
  allows(facts: Facts): boolean
  explain(facts: Facts & TracedActor): Verdict
}

type ReasonKind = Exclude<Reason['kind'], 'holds'>
type ObstacleKind = Exclude<Obstacle['kind'], 'lacks'>

const yes = (...because: Reason[]): Verdict => ({ can: true, because })
const no = (...because: Obstacle[]): Verdict => ({ can: false, because })

/** Guests never hold a permission that isn't open to everyone, whatever groups they are in. */
export const canHold = (
  person: { readonly role: number },
  { allow_everyone_group }: { readonly allow_everyone_group: boolean },
): boolean => allow_everyone_group || !isGuest(person)

export const permission = (scope: PermissionScope, name: string): Rule => ({
  allows: (facts) => isOpenTo(facts, scope, name) && facts.holds(scope, name),
  explain(facts) {
    if (!isOpenTo(facts, scope, name)) return no({ kind: 'guest' })
    const path = facts.path(scope, name)
    return path ? yes({ kind: 'holds', scope, name, path }) : no({ kind: 'lacks', scope, name })
  },
})

const isOpenTo = (facts: Actor, scope: PermissionScope, name: string): boolean =>
  canHold(facts, { allow_everyone_group: facts.allowsGuests(scope, name) })

/** Allows everything if the condition is met, with the reason. */
export const given = <Facts extends Actor>(isMet: (facts: Facts) => boolean, kind: ReasonKind): Rule<Facts> => ({
  allows: isMet,
  explain: (facts) => (isMet(facts) ? yes({ kind }) : no()),
})

/** Allows nothing if the condition is met, with the obstacle. */
export const unless = <Facts extends Actor>(isMet: (facts: Facts) => boolean, kind: ObstacleKind): Rule<Facts> => ({
  allows: (facts) => !isMet(facts),
  explain: (facts) => (isMet(facts) ? no({ kind }) : yes()),
})

/** The first rule that allows it; every obstacle if none does. */
export const anyOf = <Facts extends Actor>(...rules: readonly Rule<Facts>[]): Rule<Facts> => ({
  allows(facts) {
    for (const rule of rules) if (rule.allows(facts)) return true
    return false
  },
  explain(facts) {
    const obstacles: Obstacle[] = []
    for (const rule of rules) {
      const verdict = rule.explain(facts)
      if (verdict.can) return verdict
      obstacles.push(...verdict.because)
    }
    return no(...obstacles)
  },
})

/** Every rule's reasons; the first obstacle if one of them doesn't allow it. */
export const allOf = <Facts extends Actor>(...rules: readonly Rule<Facts>[]): Rule<Facts> => ({
  allows(facts) {
    for (const rule of rules) if (!rule.allows(facts)) return false
    return true
  },
  explain(facts) {
    const reasons: Reason[] = []
    for (const rule of rules) {
      const verdict = rule.explain(facts)
      if (!verdict.can) return verdict
      reasons.push(...verdict.because)
    }
    return yes(...reasons)
  },
})

/** Without reasons, for use as a condition in another rule. */
export const quietly = <Facts extends Actor>(rule: Rule<Facts>): Rule<Facts> => ({
  allows: rule.allows,
  explain(facts) {
    const verdict = rule.explain(facts)
    return verdict.can ? yes() : verdict
  },
})

/** Replaces the rule's obstacles by one. */
export const otherwise = <Facts extends Actor>(rule: Rule<Facts>, kind: ObstacleKind): Rule<Facts> => ({
  allows: rule.allows,
  explain(facts) {
    const verdict = rule.explain(facts)
    return verdict.can ? verdict : no({ kind })
  },
})

export const byAdministrators: Rule = given(isAdministrator, 'administrator')
export const notByGuests: Rule = unless(isGuest, 'guest')
