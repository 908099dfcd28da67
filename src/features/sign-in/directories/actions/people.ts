import { roles } from '#contract'
import type { Mutation } from '#platform/organization'
import { changeProfile } from '../../../people/profile-fields/actions.ts'
import type { Account } from '../../../people/users/account.ts'
import {
  changeEmail,
  changeEmails,
  changeName,
  changeRole,
  createUser,
  deactivateUser,
  reactivateUser,
} from '../../../people/users/actions/index.ts'
import { peopleCache } from '../../../people/users/cache.ts'
import { emailTaken } from '../../../people/users/errors.ts'
import { freeName } from '../../sign-in/actions.ts'
import type { Directory } from '../directory.ts'
import type { Person } from '../person.ts'
import type { Correction, Plan } from '../plan.ts'
import * as store from '../store.ts'
import { each, type Note, type Workshop } from './attempt.ts'
import { linkAccount } from './sign-in.ts'

type WithEmail = Correction & { readonly email: string }

/** Applies the plan, or, in a dry run, only records the changes. */
export async function applyPlan(shop: Workshop, directory: Directory, plan: Plan): Promise<void> {
  const { tally } = shop
  for (const [name, problem] of plan.problems) tally.failed(name, problem)
  const nameOf = ({ person }: { person: Person }) => person.fullName
  await each(shop, plan.returns, nameOf, (one) => bringBack(shop, one))
  await changeAddresses(shop, plan.corrections)
  await each(shop, plan.arrivals, nameOf, (one) => takeIn(shop, directory, one, plan.arrivals.length))
  await each(shop, plan.corrections, nameOf, (one) => correct(shop, one))
  await each(
    shop,
    plan.departures,
    ({ fullName }) => fullName,
    (account) => sendAway(shop, account),
  )
}

const current = (mutation: Mutation, { id }: Account): Account => mutation.get(peopleCache).byId.get(id) as Account

async function bringBack({ org, isDryRun, tally }: Workshop, { person, account, link }: Plan['returns'][number]) {
  if (!isDryRun)
    await org.transact(null, async (mutation) => {
      const now = current(mutation, account)
      if (now.isActive) return
      await reactivateUser(mutation, now)
      // reactivating removed the link
      await store.link(mutation.tx, { ...link, is_away: false })
    })
  tally.changed('reactivate', person.fullName, account.id)
}

/** People who take over each other's addresses must change in one transaction. */
async function changeAddresses(shop: Workshop, corrections: readonly Correction[]): Promise<void> {
  const { org, isDryRun, tally } = shop
  const moving = corrections.filter((one): one is WithEmail => one.email !== undefined)
  const people = org.get(peopleCache)
  const isMoving = new Set(moving.map(({ account }) => account.id))
  const [together, alone]: [WithEmail[], WithEmail[]] = [[], []]
  const awaited = new Set(moving.map(({ email }) => email.toLowerCase()))
  for (const one of moving) {
    const holder = people.withDeliveryEmail(one.email)
    const waits = holder && holder.id !== one.account.id && isMoving.has(holder.id)
    const isWanted = awaited.has(one.account.deliveryEmail.toLowerCase())
    ;(waits || isWanted ? together : alone).push(one)
  }
  const note = ({ person, account, email }: WithEmail) => tally.changed('address', person.fullName, account.id, email)
  if (together.length > 0)
    await each(
      shop,
      [together],
      (some) => some.map(({ person }) => person.fullName).join(', '),
      async (some) => {
        const free = some.filter(({ email, account }) => {
          const holder = people.withDeliveryEmail(email)
          return !holder || holder.id === account.id || isMoving.has(holder.id)
        })
        if (!isDryRun)
          await org.transact(null, (mutation) =>
            changeEmails(
              mutation,
              free.map(({ account, email }) => ({ account: current(mutation, account), email })),
            ),
          )
        for (const one of free) note(one)
      },
    )
  await each(
    shop,
    alone,
    ({ person }) => person.fullName,
    async (one) => {
      const holder = people.withDeliveryEmail(one.email)
      if (holder && holder.id !== one.account.id) throw emailTaken({}, { email: one.email })
      if (!isDryRun)
        await org.transact(null, (mutation) => changeEmail(mutation, current(mutation, one.account), one.email))
      note(one)
    },
  )
}

async function takeIn(
  { org, isDryRun, tally }: Workshop,
  directory: Directory,
  { person, account }: Plan['arrivals'][number],
  accountsAtOnce: number,
): Promise<void> {
  if (isDryRun) return tally.changed(account ? 'link' : 'create', person.fullName, account?.id ?? null, person.email)
  const id = await org.transact(null, async (mutation) => {
    const known = account && current(mutation, account)
    if (known?.isUnclaimed) await reactivateUser(mutation, known)
    const full_name = freeName(mutation, person.fullName)
    const { id: user_id } =
      known ??
      (await createUser(
        mutation,
        { email: person.email, full_name, role: roles.member, password_hash: null },
        { accountsAtOnce },
      ))
    await linkAccount(mutation, directory, person, user_id)
    return user_id
  })
  tally.changed(account ? 'link' : 'create', person.fullName, id, person.email)
}

const roleNames = new Map(Object.entries(roles).map(([name, value]) => [value as number, name]))

async function correct({ org, isDryRun, tally }: Workshop, one: Correction): Promise<void> {
  const { person, account, name, profile, role } = one
  const notes: Note[] = [
    ...(name === undefined ? [] : [['name', name] as const]),
    ...(profile ? [['profile'] as const] : []),
    ...(role === undefined ? [] : [['role', roleNames.get(role) ?? ''] as const]),
  ]
  if (!isDryRun && notes.length > 0)
    await org.transact(null, async (mutation) => {
      let now = current(mutation, account)
      if (name !== undefined) now = await changeName(mutation, now, freeName(mutation, name, now.id))
      if (profile) await changeProfile(mutation, now, [...profile])
      if (role !== undefined) await changeRole(mutation, now, role)
    })
  for (const [kind, detail] of notes) tally.changed(kind, person.fullName, account.id, detail)
}

async function sendAway({ org, isDryRun, tally }: Workshop, account: Account): Promise<void> {
  const gone = isDryRun
    ? []
    : await org.transact(null, async (mutation) => {
        const all = await deactivateUser(mutation, current(mutation, account))
        await store.change(mutation.tx, account.id, { is_away: true })
        return all
      })
  for (const id of gone) await org.queues.removeAll(id)
  tally.changed('deactivate', account.fullName, account.id)
}
