import { roles } from '#contract'
import type { Act } from '#platform/organization'
import { changeProfile } from '../../profile-fields/actions.ts'
import { freeName } from '../../sign-in/actions.ts'
import type { Account } from '../../users/account.ts'
import {
  changeEmail,
  changeEmails,
  changeName,
  changeRole,
  createUser,
  deactivateUser,
  reactivateUser,
} from '../../users/actions/index.ts'
import { emailTaken } from '../../users/errors.ts'
import { peopleMirror } from '../../users/mirror.ts'
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
  await each(shop, plan.arrivals, nameOf, (one) => takeIn(shop, directory, one))
  await each(shop, plan.corrections, nameOf, (one) => correct(shop, one))
  await each(
    shop,
    plan.departures,
    ({ fullName }) => fullName,
    (account) => sendAway(shop, account),
  )
}

const current = (act: Act, { id }: Account): Account => act.get(peopleMirror).byId.get(id) as Account

async function bringBack({ org, isDryRun, tally }: Workshop, { person, account, link }: Plan['returns'][number]) {
  if (!isDryRun)
    await org.write(null, async (act) => {
      const now = current(act, account)
      if (now.isActive) return
      await reactivateUser(act, now)
      // reactivating removed the link
      await store.link(act.tx, { ...link, is_away: false })
    })
  tally.changed('reactivate', person.fullName, account.id)
}

/** People who take over each other's addresses must change in one transaction. */
async function changeAddresses(shop: Workshop, corrections: readonly Correction[]): Promise<void> {
  const { org, isDryRun, tally } = shop
  const moving = corrections.filter((one): one is WithEmail => one.email !== undefined)
  const people = org.get(peopleMirror)
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
          await org.write(null, (act) =>
            changeEmails(
              act,
              free.map(({ account, email }) => ({ account: current(act, account), email })),
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
      if (!isDryRun) await org.write(null, (act) => changeEmail(act, current(act, one.account), one.email))
      note(one)
    },
  )
}

async function takeIn(
  { org, isDryRun, tally }: Workshop,
  directory: Directory,
  { person, account }: Plan['arrivals'][number],
): Promise<void> {
  if (isDryRun) return tally.changed(account ? 'link' : 'create', person.fullName, account?.id ?? null, person.email)
  const id = await org.write(null, async (act) => {
    const known = account && current(act, account)
    if (known?.isUnclaimed) await reactivateUser(act, known)
    const full_name = freeName(act, person.fullName)
    const { id: user_id } =
      known ?? (await createUser(act, { email: person.email, full_name, role: roles.member, password_hash: null }))
    await linkAccount(act, directory, person, user_id)
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
    await org.write(null, async (act) => {
      let now = current(act, account)
      if (name !== undefined) now = await changeName(act, now, freeName(act, name, now.id))
      if (profile) await changeProfile(act, now, [...profile])
      if (role !== undefined) await changeRole(act, now, role)
    })
  for (const [kind, detail] of notes) tally.changed(kind, person.fullName, account.id, detail)
}

async function sendAway({ org, isDryRun, tally }: Workshop, account: Account): Promise<void> {
  const gone = isDryRun
    ? []
    : await org.write(null, async (act) => {
        const all = await deactivateUser(act, current(act, account))
        await store.change(act.tx, account.id, { is_away: true })
        return all
      })
  for (const id of gone) await org.queues.removeAll(id)
  tally.changed('deactivate', account.fullName, account.id)
}
