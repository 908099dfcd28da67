import { assert, describe } from 'vitest'
import { joinChannel, makeChannel } from '../harness/channel.ts'
import { problems } from './axe.ts'
import { hasBrowser, test } from './browser.ts'

describe.skipIf(!hasBrowser)('channel and group settings', () => {
  test('a permission changed by keyboard updates for another user changing it', async ({
    society,
    ada,
    ines,
    ben,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ines, ben])
    const { group_id: weavers } = await ada.send('POST', '/user_groups/create', {
      name: 'weavers',
      description: '',
      members: [ben.id],
    })
    const { user_groups } = await ada.send('GET', '/user_groups')
    const administrators = (user_groups as { id: number; name: string }[]).find(
      ({ name }) => name === 'role:administrators',
    )
    await ada.send('PATCH', '/realm', { can_add_subscribers_group: { new: administrators?.id } })
    const hash = `#channels/${id}/design/permissions`
    const [one, other] = [await visit(ada), await visit(ines)]
    await one.opens(hash)
    await other.opens(hash)
    const at = ({ page }: typeof one) => page.locator('#can_add_subscribers_group')
    const [mine, theirs] = [at(one), at(other)]
    const picker = (of: typeof mine) => of.getByRole('button', { name: /^Who can add people / })
    await mine.getByRole('button', { name: 'Who can add people Administrators — from the organization' }).waitFor()
    assert.deepEqual(await problems(one.page), [])
    const chooseModerators = async () => {
      await picker(theirs).press('Enter')
      await other.page.getByRole('menuitemcheckbox', { name: 'Moderators' }).press('Enter')
      await theirs.getByRole('button', { name: 'Who can add people Moderators' }).waitFor()
      await theirs.getByRole('button', { name: 'Save', exact: true }).and(other.page.locator(':focus')).waitFor()
    }
    await chooseModerators()

    await picker(mine).focus()
    await one.page.keyboard.press('ArrowDown')
    await one.page.getByRole('menuitemcheckbox', { name: 'Same as the organization', checked: true }).waitFor()
    await one.page.keyboard.press('End')
    await one.page.keyboard.press('Enter')
    await mine.getByRole('combobox').and(one.page.locator(':focus')).waitFor()
    await one.page.keyboard.type('weav')
    await one.page.keyboard.press('Enter')
    await mine.getByText('1 person in weavers.').waitFor()
    assert.deepEqual(await problems(one.page), [])
    await one.page.keyboard.press('Enter')
    await mine.getByText('Saved', { exact: true }).waitFor()
    await picker(mine).and(one.page.locator(':focus')).waitFor()
    await mine.getByRole('button', { name: 'Who can add people Group weavers' }).waitFor()
    await mine.getByText('Also Administrators — from the organization.').waitFor()
    const now = async () => {
      const { stream } = await ada.send('GET', `/streams/${id}`)
      return (stream as { can_add_subscribers_group: unknown }).can_add_subscribers_group
    }
    assert.equal(await now(), weavers)

    // the unsaved value stays, next to the new one
    await theirs.getByText('Someone else changed this. It’s now: 1 person in weavers.').waitFor()
    assert.deepEqual(await problems(other.page), [])
    await theirs.getByRole('button', { name: 'Keep theirs' }).click()
    await theirs.getByRole('button', { name: 'Who can add people Group weavers' }).waitFor()

    // when two changes cross, the server refuses the second, and the control shows it
    await chooseModerators()
    await other.page.route(`**/streams/${id}`, async (route) => {
      await ada.send('PATCH', `/streams/${id}`, { can_add_subscribers_group: { new: weaversAndAda } })
      await route.continue()
    })
    const weaversAndAda = { direct_members: [ada.id], direct_subgroups: [weavers] }
    await other.page.keyboard.press('Enter')
    await theirs.getByRole('alert').waitFor()
    assert.deepEqual(await now(), weaversAndAda)
    await other.page.unrouteAll()
    await theirs.getByRole('button', { name: 'Save mine anyway' }).click()
    await theirs.getByText('Saved', { exact: true }).waitFor()
    await mine.getByRole('button', { name: 'Who can add people Moderators' }).waitFor()

    await mine.getByRole('button', { name: 'Who can add people: Who can do this?' }).click()
    const dialog = one.page.getByRole('dialog', { name: 'Who can add people' })
    await dialog.locator('.directory-row', { hasText: 'Inés' }).getByText('they administer the organization').waitFor()
    assert.deepEqual([...one.complaints, ...other.complaints], [])
  })

  test('settings are editable only with permission, and say who can change the rest', async ({
    society,
    ada,
    ines,
    ben,
    cleo,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada, ines, ben, cleo])
    await ada.send('PATCH', `/streams/${id}`, {
      can_administer_channel_group: { new: { direct_members: [ben.id], direct_subgroups: [] } },
    })
    const locked = async (who: typeof ada, tab: string) => {
      const here = await visit(who)
      await here.opens(`#channels/${id}/design/${tab}`)
      return here
    }
    const cleoHere = await locked(cleo, 'general')
    const row = (here: typeof cleoHere, setting: string) =>
      here.page.locator(`[data-setting="channel-${id}-${setting}"]`)
    await row(cleoHere, 'name').getByText('Channel administrators: Ben').waitFor()
    assert.isTrue(await row(cleoHere, 'push').getByRole('switch').isDisabled())
    assert.isFalse(await row(cleoHere, 'name').getByRole('textbox').isEditable())
    assert.equal(await cleoHere.page.getByRole('button', { name: 'Archive channel' }).count(), 0)
    await cleoHere.opens(`#channels/${id}/design/permissions`)
    await cleoHere.page.locator('#can_send_message_group').getByText('Channel administrators: Ben').waitFor()
    assert.equal(await cleoHere.page.locator('.group-setting [aria-haspopup]').count(), 0)
    await cleoHere.page.getByText('Check someone’s permissions').click()
    await cleoHere.page.getByText('You can post here because you’re a full member.').waitFor()
    await cleoHere.page.getByRole('combobox', { name: 'Name of a person or group' }).fill('Ben')
    await cleoHere.page.getByRole('option', { name: /Ben/ }).click()
    await cleoHere.page.getByText('Ben can administer this channel because they were added directly.').waitFor()
    await cleoHere.page.getByRole('combobox', { name: 'Name of a person or group' }).fill('Moder')
    await cleoHere.page.getByRole('option', { name: /Moderators/ }).click()
    await cleoHere.page.getByText(/^Moderators can post here because they’re in .*Everyone\.$/).waitFor()
    await cleoHere.page
      .getByText('Not everyone in Moderators can administer this channel: the group doesn’t have permission.')
      .waitFor()

    // channel administrators can change it, except what is for owners
    const benHere = await locked(ben, 'general')
    await row(benHere, 'name').getByRole('textbox').fill('looks')
    await benHere.page.keyboard.press('Enter')
    await benHere.page.getByRole('heading', { level: 1, name: '#looks' }).waitFor()
    await cleoHere.page.getByRole('heading', { level: 1, name: '#looks' }).waitFor()
    await row(benHere, 'retention').getByText('Only owners can change this').waitFor()
    await row(benHere, 'default').getByText('Only administrators can change this').waitFor()
    await row(benHere, 'privacy')
      .getByRole('combobox')
      .selectOption('Private, shared history: members can read all messages')
    await row(benHere, 'privacy').getByText('Saved', { exact: true }).waitFor()
    await benHere.page.getByRole('button', { name: 'Show address' }).click()
    assert.match(await benHere.page.getByRole('textbox', { name: 'Email: Address' }).inputValue(), /^looks\..+@/)
    const shown = benHere.page.getByRole('textbox', { name: 'Email: Address' })
    const before = await shown.inputValue()
    await benHere.page.getByRole('button', { name: 'Reset email addresses' }).click()
    await benHere.page.getByRole('dialog').getByRole('button', { name: 'Reset email addresses' }).click()
    await benHere.page.waitForFunction(
      (old) => [...document.querySelectorAll('input')].some(({ value }) => /^looks\..+@/.test(value) && value !== old),
      before,
    )
    await benHere.page.getByRole('button', { name: 'Archive channel' }).click()
    await benHere.page.getByRole('dialog').getByRole('button', { name: 'Archive channel' }).click()
    await benHere.page.getByText('This channel is archived.').waitFor()
    await benHere.page.getByRole('button', { name: 'Unarchive' }).first().click()
    await benHere.page.getByRole('button', { name: 'Leave channel' }).waitFor()
    const adaHere = await locked(ada, 'general')
    await row(adaHere, 'push').getByRole('switch').check()
    await row(adaHere, 'push').getByText('Saved', { exact: true }).waitFor()
    const { stream } = await ada.send('GET', `/streams/${id}`)
    assert.deepInclude(stream, {
      default_push_notifications: true,
      name: 'looks',
      invite_only: true,
      is_archived: false,
    })
    assert.deepEqual([...cleoHere.complaints, ...benHere.complaints, ...adaHere.complaints], [])
  })

  test('many people are added and removed at once; unknown names are reported', async ({
    society,
    ada,
    ben,
    cleo,
    visit,
  }) => {
    const id = await makeChannel(society.org, 'design', [ada])
    const other = await makeChannel(society.org, 'kitchen', [ada, ben])
    await ada.send('POST', `/messages`, { type: 'stream', to: other, topic: 'lunch', content: 'Soup' })
    const here = await visit(ada)
    const { page } = here
    await here.opens(`#channels/${id}/design/subscribers`)
    await page.getByText('Add from a channel or list').click()
    await page.getByRole('combobox', { name: 'Everyone in channel' }).selectOption('kitchen')
    await page.getByRole('button', { name: 'Add to list' }).click()
    await page.getByText('1 person added to the list. 1 is already in the channel.').waitFor()
    await page.getByRole('textbox', { name: 'Emails or names' }).fill(`${cleo.email}\nNobody Known`)
    await page.getByRole('button', { name: 'Find people' }).click()
    await page.getByRole('alert').getByText('Not found: Nobody Known.').waitFor()
    assert.deepEqual(await problems(page), [])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.locator('.directory-row', { hasText: 'Cleo' }).waitFor()
    await page.getByRole('checkbox', { name: 'Select all 2' }).check()
    await page.getByRole('button', { name: 'Remove 2 people' }).click()
    await page.locator('.directory-row', { hasText: 'Cleo' }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('.directory-row', { hasText: 'Ben' }).waitFor()
    await joinChannel(society.org, other, cleo)

    await here.opens(`#topics/channel/${other}-kitchen`)
    await page.locator('.topic-list').getByRole('link', { name: /lunch/ }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Delete topic…' }).click()
    await page.getByRole('dialog', { name: 'Delete “lunch”?' }).getByRole('button', { name: 'Delete topic' }).click()
    await page.getByRole('status').getByText('Deleted “lunch”.').waitFor()
    assert.deepEqual(here.complaints, [])
  })

  test('a group is created, nested without cycles, and deactivated', async ({ society, ada, ben, visit }) => {
    const { group_id: weavers } = await ada.send('POST', '/user_groups/create', {
      name: 'weavers',
      description: '',
      members: [ben.id],
    })
    const here = await visit(ada)
    const { page } = here
    await here.opens('#groups/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('makers')
    await page.getByRole('combobox', { name: 'Members' }).fill('weav')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Create group' }).click()
    await page.getByRole('heading', { level: 1, name: 'makers' }).waitFor()
    await page.locator('.directory-row', { hasText: 'Ben' }).getByText('via weavers').waitFor()
    assert.deepEqual(await problems(page), [])

    await here.opens(`#groups/${weavers}/weavers/members`)
    await page.getByText('Part of:').waitFor()
    await page.getByRole('combobox', { name: 'Add people and groups' }).fill('makers')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('makers already contains weavers. A group can’t contain itself.').waitFor()
    assert.isTrue(await page.getByRole('button', { name: 'Add', exact: true }).isDisabled())

    const channel = await makeChannel(society.org, 'design', [ada])
    await ada.send('PATCH', `/streams/${channel}`, { can_send_message_group: { new: weavers } })
    await ada.send('PATCH', '/realm', { can_add_custom_emoji_group: { new: weavers } })
    await here.opens(`#groups/${weavers}/weavers/general`)
    await page.getByRole('link', { name: '#design: Who can post' }).waitFor()
    await page.getByRole('link', { name: 'Organization: Who can add custom emoji' }).waitFor()
    await page.getByRole('button', { name: 'Deactivate group' }).click()
    const dialog = page.getByRole('dialog', { name: 'Deactivate weavers?' })
    await dialog.getByRole('button', { name: 'Deactivate group' }).click()
    await dialog.getByText('#design: Who can post').waitFor()
    await dialog.getByText('as a subgroup of makers').waitFor()
    await dialog.getByText('Organization: Who can add custom emoji').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()

    await ada.send('PATCH', `/streams/${channel}`, {
      can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
    })
    await ada.send('PATCH', '/realm', {
      can_add_custom_emoji_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
    })
    await page.getByRole('textbox', { name: 'Name' }).fill('spinners')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'spinners' }).waitFor()
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('link', { name: 'makers' }).click()
    await page.getByRole('button', { name: 'Remove spinners from makers' }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await here.opens(`#groups/${weavers}/spinners/general`)
    await page.getByRole('button', { name: 'Deactivate group' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate group' }).click()
    await page.getByText('This group is deactivated.').waitFor()
    await page.getByRole('button', { name: 'Reactivate group' }).click()
    await page.getByText('This group is deactivated.').waitFor({ state: 'detached' })
    assert.deepEqual(here.complaints, [])
  })
})
