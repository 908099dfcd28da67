import { assert, cpuMsOf, test } from '#test'
import { messageFrom } from '../fixture.ts'

const web = 'https://bb.example/projects/AC/repos/site'
const ref = (name: string, fromHash: string, toHash: string, type = 'UPDATE') => ({
  ref: { id: `refs/heads/${name}`, displayId: name, type: 'BRANCH' },
  ...{ type, fromHash, toHash },
})
const dataCenter = (changes: readonly object[], commits: readonly object[] = []) =>
  messageFrom(
    'bitbucket',
    {
      eventKey: 'repo:refs_changed',
      actor: { displayName: 'Ben' },
      repository: { name: 'site', links: { self: [{ href: `${web}/browse` }] } },
      ...{ changes, commits },
    },
    { 'x-event-key': 'repo:refs_changed' },
  )

test('a push of several refs to Bitbucket Data Center lists all of them', async () => {
  const commits = ['b2', 'b1', 'a1'].map((id) => ({ id, message: `Commit ${id}` }))
  const { topic, content } = await dataCenter(
    [ref('a', 'a0', 'a1'), ref('main', 'b0', 'b2'), ref('old', 'c', '0', 'DELETE')],
    commits,
  )
  assert.equal(topic, 'site')
  assert.equal(
    content,
    `**Ben** pushed [1 commit](${web}/compare/commits?targetBranch=a0&sourceBranch=a1) to [\`a\`](${web}/browse?at=refs%2Fheads%2Fa):
* Commit a1 ([\`a1\`](${web}/commits/a1))

**Ben** pushed [2 commits](${web}/compare/commits?targetBranch=b0&sourceBranch=b2) to [\`main\`](${web}/browse?at=refs%2Fheads%2Fmain):
* Commit b2 ([\`b2\`](${web}/commits/b2))
* Commit b1 ([\`b1\`](${web}/commits/b1))

**Ben** deleted the branch \`old\`.`,
  )
})

test('a push of many refs with many commits is handled quickly', async () => {
  const commits = Array.from({ length: 250 }, (_, at) => ({ id: `c${at}`, message: 'x' }))
  const changes = Array.from({ length: 250 }, (_, at) => ref(`b${at}`, 'none', 'c0'))
  await dataCenter(changes, commits)
  assert.ok((await cpuMsOf(() => dataCenter(changes, commits))) < 200)
})

test('a push of one ref stays in the topic of its branch', async () => {
  const { topic, content } = await dataCenter([ref('main', '1', '2')], [{ id: '9', message: 'Add a door' }])
  assert.equal(topic, 'site / main')
  assert.match(content, /\[1 commit\].*\n\* Add a door/)
})

test('a push of many refs lists ten and counts the others', async () => {
  const { content } = await dataCenter(Array.from({ length: 12 }, (_, at) => ref(`b${at}`, '1', `${at}`, 'ADD')))
  assert.equal(content.match(/created the branch/g)?.length, 10)
  assert.match(content, /and 2 more branches or tags$/)
})

test('a push of several refs to Azure DevOps lists all of them', async () => {
  const refs = ['a', 'main'].map((name) => ({ name: `refs/heads/${name}`, oldObjectId: '1', newObjectId: '2' }))
  const { topic, content } = await messageFrom('azuredevops', {
    eventType: 'git.push',
    resource: { repository: { name: 'site' }, pushedBy: { displayName: 'Ben' }, refUpdates: refs },
  })
  assert.deepEqual([topic, content], ['site', '**Ben** pushed to `a`.\n\n**Ben** pushed to `main`.'])
})

test('a push without a name is by someone', async () => {
  const push = { ref: 'refs/heads/a', deleted: true, pusher: { name: 'none' }, repository: { name: 'site' } }
  const { content } = await messageFrom('github', push, { 'x-github-event': 'push' })
  assert.equal(content, '**Someone** deleted the branch `a`.')
})
