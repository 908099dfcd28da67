import { assert, describe } from 'vitest'
import type { ChannelId } from '#contract'
import { archiveChannel } from '../../src/features/channels/channels/api.ts'
import { getRestrictions, restrictUser } from '../../src/features/people/restrictions/api.ts'
import { makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test, type Visitor } from './browser.ts'

const field = ({ page }: Visitor) => page.locator('#compose textarea')
const restrictedBy = ({ page }: Visitor, reason: string) =>
  page.locator('#compose .banner.stops', { hasText: `Reason: ${reason}` })

/** Opens the dialog from a person's card. */
async function restricts(visitor: Visitor, id: number) {
  // a card opens when the address changes
  await visitor.opens('#inbox')
  await visitor.opens(`#user/${id}`)
  await visitor.page.getByRole('button', { name: 'Restrict…' }).click()
  const dialog = visitor.page.getByRole('dialog', { name: 'Restrict Ben' })
  await dialog.waitFor()
  return dialog
}

describe.skipIf(!hasBrowser)('restrictions', () => {
  test('a restricted person sees the reason in place of the composer until it is lifted', async ({
    society,
    ada,
    momo,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'lounge', [ada, momo, ben])
    await ada.sends('Welcome', { channel: 'lounge', topic: 'greetings' })
    const restricted = await visit(ben)
    await restricted.opens(`#narrow/channel/${id}-lounge/topic/greetings`)
    await field(restricted).fill('A half-written reply')

    const moderator = await visit(momo)
    const dialog = await restricts(moderator, ben.id)
    assert.deepEqual(await problems(moderator.page), [])
    await dialog.getByRole('radio', { name: '1 week' }).check()
    await dialog.getByLabel('Reason (they see it)').fill('Insults after a warning')
    await dialog.getByLabel('Note for moderators').fill('Second time this month')
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    await restrictedBy(restricted, 'Insults after a warning').waitFor()
    // the focused field stays, so that keys aren't shortcuts, but its text can't change
    const address = restricted.page.url()
    await restricted.page.keyboard.type('jc? and more')
    for (const key of ['Control+b', 'Control+.', 'Alt+p', 'Enter', 'Control+Enter'])
      await restricted.page.keyboard.press(key)
    assert.equal(await field(restricted).inputValue(), 'A half-written reply')
    assert.equal(await field(restricted).evaluate((here) => here === document.activeElement), true)
    assert.equal(restricted.page.url(), address)
    assert.equal(await restricted.page.getByRole('dialog').count(), 0)
    assert.equal(await restricted.page.getByRole('button', { name: 'Send' }).count(), 0)
    assert.deepEqual(await problems(restricted.page), [])
    await field(restricted).blur()
    assert.match((await restrictedBy(restricted, '').textContent()) ?? '', /^Your account is read-only until /)
    await field(restricted).waitFor({ state: 'detached' })
    assert.deepEqual(await problems(restricted.page), [])
    // writing to moderators stays possible
    await restricted.opens(`#narrow/dm/${momo.id}`)
    await field(restricted).waitFor()
    await restricted.opens(`#narrow/channel/${id}-lounge/topic/greetings`)
    await restrictedBy(restricted, '').waitFor()

    await moderator.opens('#organization/restrictions')
    const row = moderator.page.locator('.records li', { hasText: 'Ben' })
    await row.getByText('Insults after a warning').waitFor()
    await row.getByText('Second time this month').waitFor()
    assert.deepEqual(await problems(moderator.page), [])
    await row.getByRole('button', { name: 'Change restriction on Ben' }).click()
    const change = moderator.page.getByRole('dialog', { name: 'Restrict Ben' })
    await change.getByLabel('Reason (they see it)').fill('Insults in two topics')
    await change.getByRole('button', { name: 'Save' }).click()
    await restrictedBy(restricted, 'Insults in two topics').waitFor()

    await row.getByRole('button', { name: 'Lift restriction on Ben' }).click()
    await moderator.page.getByText('No one is restricted.').waitFor()
    await restrictedBy(restricted, '').waitFor({ state: 'detached' })
    assert.equal(await field(restricted).inputValue(), 'A half-written reply')
    const again = await restricts(moderator, ben.id)
    await again.getByText('Earlier restrictions').click()
    await again.getByText(/Lifted by Momo/).waitFor()
    assert.deepEqual([...moderator.complaints, ...restricted.complaints], [])
  })

  test('a restriction in chosen channels leaves the others open', async ({ society, ada, momo, ben, visit }) => {
    const [closed, open] = [
      await makeChannel(society.org, 'debates', [ada, momo, ben]),
      await makeChannel(society.org, 'recipes', [ada, momo, ben]),
    ]
    const moderator = await visit(momo)
    const dialog = await restricts(moderator, ben.id)
    await dialog.getByRole('radio', { name: 'Read-only in channels' }).check()
    await dialog.getByRole('checkbox', { name: 'debates' }).check()
    await dialog.getByRole('radio', { name: 'Until lifted' }).check()
    await dialog.getByLabel('Reason (they see it)').fill('Let others talk')
    await dialog.getByRole('button', { name: 'Restrict', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })

    const restricted = await visit(ben)
    await restricted.opens(`#narrow/channel/${closed}-debates/topic/taxes`)
    await restricted.page
      .getByText('Moderators have made this channel read-only for you. Reason: Let others talk')
      .waitFor()
    await restricted.opens(`#narrow/channel/${open}-recipes/topic/soup`)
    await field(restricted).waitFor()
    await restricts(moderator, ben.id)
    await moderator.page.getByRole('button', { name: 'Lift restriction on Ben' }).click()
    await restricted.opens(`#narrow/channel/${closed}-debates/topic/taxes`)
    await field(restricted).waitFor()
    assert.deepEqual([...moderator.complaints, ...restricted.complaints], [])
  })

  test('changing a restriction keeps archived channels and those the moderator doesn’t know', async ({
    society,
    ada,
    ines,
    momo,
    ben,
    visit,
  }) => {
    const stream_ids = [
      await makeChannel(society.org, 'debates', [ada, ben]),
      await makeChannel(society.org, 'council', [ada, ines, ben], { invite_only: true }),
    ]
    const restricting = { user_id: ben.id, kind: 'read_only_in', stream_ids, until: null, reason: 'Insults' } as const
    await ines.call(restrictUser, { ...restricting, stream_ids })
    await ada.call(archiveChannel, { stream_id: stream_ids[0] as ChannelId })
    const moderator = await visit(momo)
    await moderator.opens('#organization/restrictions')
    await moderator.page.getByRole('button', { name: 'Change restriction on Ben' }).click()
    const dialog = moderator.page.getByRole('dialog', { name: 'Restrict Ben' })
    assert.equal(await dialog.getByRole('checkbox', { name: 'debates' }).isChecked(), true)
    const lengths = dialog.getByRole('group', { name: 'How long' }).locator('label')
    assert.deepEqual(await lengths.allTextContents(), ['Keep: Until lifted', '1 hour', '1 day', '1 week'])
    await dialog.getByLabel('Reason (they see it)').fill('Insults in two channels')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'detached' })
    await moderator.page.locator('.records li', { hasText: 'Insults in two channels' }).waitFor()
    const { restrictions } = await ada.call(getRestrictions)
    assert.deepEqual([...(restrictions[0]?.stream_ids ?? [])].sort(), [...stream_ids].sort())
    assert.deepEqual(moderator.complaints, [])
  })

  test('the list shows all restrictions, page by page', async ({ society, ada, momo, visit }) => {
    const stream_ids = [await makeChannel(society.org, 'debates', [ada, momo])]
    for (let number = 1; number <= 68; number++) {
      const { id: user_id } = await society.join(`Member ${number}`)
      const restricting = { user_id, until: null, reason: 'Spam' } as const
      await ada.call(restrictUser, { ...restricting, kind: 'read_only' })
      await ada.call(restrictUser, { ...restricting, kind: 'no_direct_messages' })
      await ada.call(restrictUser, { ...restricting, kind: 'read_only_in', stream_ids })
    }
    const moderator = await visit(momo)
    await moderator.opens('#organization/restrictions')
    const rows = moderator.page.locator('.records li')
    const more = moderator.page.getByRole('button', { name: 'Show more' })
    for (const shown of [50, 100, 150, 200]) {
      await rows.nth(shown - 1).waitFor()
      assert.equal(await rows.count(), shown)
      await more.click()
    }
    await rows.nth(203).waitFor()
    await more.waitFor({ state: 'detached' })
    const oldest = moderator.page.getByRole('button', { name: 'Lift restriction on Member 1', exact: true })
    await oldest.first().click()
    await rows.nth(203).waitFor({ state: 'detached' })
    assert.equal(await rows.count(), 203)
    assert.deepEqual(moderator.complaints, [])
  })

  test('members and people with the same role have no button', async ({ ada, momo, ben, cleo, visit }) => {
    const member = await visit(ben)
    await member.opens(`#user/${cleo.id}`)
    await member.page.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.equal(await member.page.getByRole('button', { name: 'Restrict…' }).count(), 0)
    const moderator = await visit(momo)
    await moderator.opens(`#user/${ada.id}`)
    await moderator.page.getByRole('button', { name: 'Copy link' }).waitFor()
    assert.equal(await moderator.page.getByRole('button', { name: 'Restrict…' }).count(), 0)
  })
})
