import type { Mutation } from '#platform/organization'
import { administeredUser, checkCanManage } from '../../people/users/access/index.ts'
import type { Account } from '../../people/users/account.ts'
import { reactivateUser } from '../../people/users/actions/index.ts'
import { existingModmail } from './access.ts'
import { announce, closedBy, start } from './actions.ts'
import { mailLiftedBan } from './appeal-mail.ts'
import { notAppeal } from './errors.ts'
import { postAppeal } from './notice.ts'
import * as store from './store.ts'

/** Stores the appeal of a banned person, after an open conversation if there is one. */
export async function appeal(mutation: Mutation, person: Account, content: string): Promise<void> {
  const { tx, org, now } = mutation
  const modmail = (await store.openOf(tx, person.id)) ?? (await start(mutation, person.id, 'appeal'))
  await store.insertMessage(tx, {
    ...{ org_id: org.id, modmail_id: modmail.id, author_id: person.id },
    ...{ from_moderators: false, content, sent_at: now },
  })
  await store.change(tx, modmail.id, { kind: 'appeal', unanswered: modmail.unanswered + 1 })
  announce(mutation, modmail)
  await postAppeal(mutation, modmail, person, content)
}

export async function liftBan(mutation: Mutation, id: number, content: string): Promise<void> {
  const { tx, org, viewer } = mutation
  const modmail = await existingModmail(tx, org.id, id)
  const person = administeredUser(org, modmail.user_id)
  if (modmail.kind !== 'appeal' || person.isActive || person.isDeleted) throw notAppeal()
  checkCanManage(viewer, person)
  await reactivateUser(mutation, person, viewer.id)
  await store.change(tx, id, closedBy(mutation))
  announce(mutation, modmail)
  if (org.services.sendsMail) await mailLiftedBan(mutation, person, content)
}

/** Closes someone's appeal when their account is reactivated. */
export async function closeAppeal(mutation: Mutation, { id }: Account): Promise<void> {
  const { tx, now } = mutation
  const modmail = await store.openOf(tx, id)
  if (modmail?.kind !== 'appeal') return
  await store.change(tx, modmail.id, { state: 'closed', closed_by: null, closed_at: now })
  announce(mutation, modmail)
}
