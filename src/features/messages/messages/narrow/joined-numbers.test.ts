import { assert, test } from '#test'
import { makeChannel } from '../../../../../test/harness/channel.ts'
import { getMessages } from '../api/fetch.ts'

test('dates, versions, hyphenated words, addresses, and commands are found as typed', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'written', [ada])
  const say = (content: string) => ada.sends(content, { channel: to, topic: 'log' })
  const time = await say('Down since 2026-11-28T08:00Z')
  const day = await say('Release on 2026-11-28, at noon')
  const other = await say('Room 2026-11-2, or 2026-11-280')
  const tagged = await say('Tagged v1.2.3')
  const plain = await say('Upgrade to 1.2.3-beta.1')
  const hyphens = await say('A well-known end-to-end test')
  const email = await say('Write to ada.l+news@example.com')
  const url = await say('See https://docs.example.com/guide/set_up?tab=two#more')
  const command = await say('Run `git log --oneline -rf` first')
  const found = async (operand: string) => {
    const narrow = [['search', operand]]
    const { messages } = await ada.call(getMessages, { anchor: 'newest', num_before: 20, num_after: 0, narrow })
    return messages.map(({ id }) => id)
  }
  const expected: [string, number[]][] = [
    ['2026-11-28', [time, day]],
    ['"2026-11-28"', [time, day]],
    ['2026-11', [time, day, other]],
    ['2026-11-28T08', [time]],
    ['2026-11-28T08:00', [time]],
    ['2026-11-28T08:00Z', [time]],
    ['2026-11-28T09:00', []],
    ['2026-11-28 -noon', [time]],
    ['release -2026-11-28', []],
    ['1.2.3', [tagged, plain]],
    ['v1.2.3', [tagged, plain]],
    ['1.2', [tagged, plain]],
    ['1.2.3-beta.1', [plain]],
    ['1.2.4', []],
    ['well-known', [hyphens]],
    ['end-to-end', [hyphens]],
    ['known', [hyphens]],
    ['ada.l+news@example.com', [email]],
    ['@example.com', [email, url]],
    ['example.com', [email, url]],
    ['https://docs.example.com/guide/set_up?tab=two#more', [url]],
    ['docs.example.com/guide', [url]],
    ['set_up', [url]],
    ['git log --oneline', [command]],
    ['"-rf"', [command]],
    ['git -rf', []],
  ]
  for (const [operand, ids] of expected) assert.deepEqual(await found(operand), ids, operand)
})

test('the matching date and version are highlighted', async ({ ada, society }) => {
  const to = await makeChannel(society.org, 'marked', [ada])
  await ada.sends('2026-11-28T08:00Z', { channel: to, topic: 'log' })
  await ada.sends('v1.2.3', { channel: to, topic: 'log' })
  const marked = async (operand: string) => {
    const narrow = [['search', operand]]
    const { messages } = await ada.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow })
    return messages[0]?.match_content?.replaceAll(/<span class="highlight">(.*?)<\/span>/g, '[$1]')
  }
  assert.equal(await marked('2026-11-28'), '<p>[2026]-[11]-[28T]08:00Z</p>')
  assert.equal(await marked('1.2.3'), '<p>[v1].[2].[3]</p>')
})
