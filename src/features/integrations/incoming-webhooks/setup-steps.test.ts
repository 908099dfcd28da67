import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#platform/config'
import { assert, test } from '#test'
import { setupKinds, setupSentences, setupText, wholeSetup } from './setup-steps.ts'
import { catalogue } from './tools/catalogue.ts'

test('the steps of every tool with a URL say where to enter it', () => {
  for (const [name, { setup }] of catalogue) {
    const steps = wholeSetup(setup)
    const entered = steps.filter(({ kind, code = '' }) => kind === 'url' || code.includes('WEBHOOK_URL'))
    assert.equal(entered.length, name === 'generic' ? 0 : 1, name)
  }
})

test('steps have the same words in the API as in the client', () => {
  const texts = JSON.parse(readFileSync(join(projectRoot, 'web/texts/en.arb'), 'utf8'))
  for (const kind of setupKinds) {
    const text = texts[`integrations.steps.${kind}`].replace(
      'under Settings below',
      'in the settings of the integration',
    )
    assert.equal(setupSentences[kind], text, kind)
  }
})

test('code of several lines is kept as it is, between paragraphs', () => {
  const steps = [
    { kind: 'plugin', text: 'Hooks' },
    { kind: 'file', text: 'hooks.yml', code: 'hooks:\n  - url: WEBHOOK_URL' },
    { kind: 'secret', text: 'Settings → Token' },
    { kind: 'header', text: 'X-Secret' },
    { kind: 'payload', code: '{}' },
  ] as const
  assert.equal(
    setupText(steps, 'Hooky'),
    `Install the plugin: Hooks. Add this to the file: \`hooks.yml\`

\`\`\`
hooks:
  - url: WEBHOOK_URL
\`\`\`

Use this value from Hooky as the secret: Settings → Token. If you set a secret, send it in the header: \`X-Secret\`. Use this payload: \`{}\`.`,
  )
  assert.match(setupText(steps.slice(0, 2), 'Hooky'), /```$/)
})
