import { expect, test } from 'vitest'
import { triggerAt } from './trigger.ts'

const at = (marked: string) => {
  const caret = marked.indexOf('|')
  const found = triggerAt(marked.replace('|', ''), caret)
  return found && [found.kind, found.query, ...(found.channelName === undefined ? [] : [found.channelName])]
}

test.each([
  ['@|', ['mention', '']],
  ['Hello @ad|', ['mention', 'ad']],
  ['Hello @Ada Love|', ['mention', 'Ada Love']],
  ['@**Ada|', ['mention', 'Ada']],
  ['(cc @pri|)', ['mention', 'pri']],
  ['Hello @pri|, look', ['mention', 'pri']],
  ['@pri,|', ['mention', 'pri']],
  ['Ask (@pri|', ['mention', 'pri']],
  ['ada,@be|', ['mention', 'be']],
  ['>@be|', ['mention', 'be']],
  ['“@be|”', ['mention', 'be']],
  ['@_ad|', ['silent', 'ad']],
  ['@_|', ['silent', '']],
  ['(see #des|', ['channel', 'des']],
  ['#**design>re|', ['topic', 're', 'design']],
  ['#>re|', ['topic', 're']],
  [':tad|', ['emoji', 'tad']],
  ['/po|', ['command', 'po']],
  ['~hel|', ['snippet', 'hel']],
  ['at <time:tomorrow 9|', ['time', 'tomorrow 9']],
  ['```py|', ['language', 'py']],
  ['日本 @山|', ['mention', '山']],
])('%s names something', (marked, expected) => {
  expect(at(marked)).toEqual(expected)
})

test.each([
  'ada@example|',
  '@Ada|**',
  '@,|',
  '@a|da',
  '`@ad|',
  '```\n@ad|',
  'at 10:30|',
  ':|',
  'text /po|',
  '@ |',
  '~~gone|',
  '@**Ada** said|',
])('%s names nothing', (marked) => {
  expect(at(marked)).toBeUndefined()
})
