import { assert, test } from '#test'
import { maxFilledLength, maxInsertedLength, maxStepTextLength } from './limits.ts'
import { type FilledRun, filledText } from './placeholders.ts'
import { filledPlainText } from './plain-placeholders.ts'

const answer = {
  long: '*a\n'.repeat(20_000),
  blank: ' \n'.repeat(30_000),
  map: Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [n, 'x'])),
}
const run: FilledRun = {
  ...{ trigger: { kind: 'webhook' }, cause_at: new Date(0), payload: null, answer, approver_id: null },
  ...{ steps: [], step: 0 },
}

test('hundreds of placeholders for long values are filled in until a text is long', ({ society: { org } }) => {
  for (const name of ['{call.long}', '{call.map}']) {
    const text = name.repeat(Math.floor(maxStepTextLength / name.length))
    const max = maxFilledLength + maxInsertedLength + maxStepTextLength
    for (const filled of [filledText(org, text, run, undefined), filledPlainText(org, text, run, undefined, [])])
      assert.ok(filled.length > maxFilledLength && filled.length <= max, String(filled.length))
  }
})

test('a repeated placeholder is filled in each time', ({ society: { org } }) => {
  const short = { ...run, answer: { n: 'a\nb' } }
  assert.equal(filledText(org, '{call.n} {call.n}\n  {call.n}', short, undefined), '&#97; b &#97; b\n  &#97; b')
})
