import { assert, cpuMsOf, test } from '#test'
import { messageFrom } from '../fixture.ts'
import { isApiAddress } from './api-address.ts'
import { markdownOfHtml } from './html.ts'
import { fromWiki } from './jira/wiki.ts'
import { anyLink, link } from './markdown.ts'

test('HTML of Azure DevOps, Asana, and Bitbucket becomes Markdown', async () => {
  const item = { id: 5, fields: { 'System.Title': 'Leak', 'System.ChangedBy': 'Ben' } }
  const azure = await messageFrom('azuredevops', {
    eventType: 'workitem.commented',
    resource: {
      ...item,
      fields: { ...item.fields, 'System.History': '<div>see <a href="https://x.example/a">this</a></div>' },
    },
  })
  assert.match(azure.content, /commented on #5 Leak:\n```quote\nsee \[this\]\(https:\/\/x\.example\/a\)\n```/)
  const event = { action: 'added', user: { name: 'Ben' }, parent: { name: 'Crates' } }
  const story = {
    resource_type: 'story',
    resource_subtype: 'comment_added',
    text: 'one',
    html_text: '<body><b>one</b></body>',
  }
  const asana = await messageFrom('asana', { events: [{ ...event, resource: story }] })
  assert.match(asana.content, /\*\*one\*\*/)
  const content = { raw: '= Title', markup: 'creole', html: '<h1>Title</h1>' }
  const bitbucket = await messageFrom(
    'bitbucket',
    { actor: { display_name: 'Ben' }, issue: { id: 1, title: 'X', content }, repository: { name: 'site' } },
    { 'x-event-key': 'issue:created' },
  )
  assert.match(bitbucket.content, /quote\n\*\*Title\*\*\n/)
})

test('tools link to pages, not to addresses of an API', async () => {
  for (const url of [
    'https://dev.azure.com/acme/_apis/git/repositories/1/commits/33b5',
    'https://acme.example/jira/rest/api/2/issue/1',
    'https://sentry.io/api/0/issues/1/',
    'https://api.github.com/repos/acme/site',
  ]) {
    assert.equal(link('x', url).text, 'x')
    assert.equal(anyLink('x', url).text, `[x](${url})`)
  }
  for (const url of [
    'https://acme.example/docs/api',
    'https://github.com/acme/site/tree/api/v2/clean',
    'https://gitlab.example/acme/site/-/blob/main/rest/api/_apis/x.ts',
  ])
    assert.equal(link('x', url).text, `[x](${url})`)
  const slashes = `https://x.example/${'a/'.repeat(100_000)}`
  assert.ok((await cpuMsOf(async () => isApiAddress(new URL(slashes)))) < 200)
})

test('hostile markup of a megabyte is converted quickly', async () => {
  const parts = [
    '<b>',
    '<ul><li>',
    '<td>',
    '<a href="x">',
    '{code:x}',
    '[a|',
    '*a ',
    '||',
    '\\',
    '# ',
    '{{',
    '-a ',
    ' ',
  ]
  for (const part of parts) {
    const text = part.repeat(1_000_000 / part.length)
    const convert = () => Promise.resolve([markdownOfHtml(text), fromWiki(text, () => undefined)])
    await convert()
    assert.ok((await cpuMsOf(convert)) < 200, part)
  }
})
