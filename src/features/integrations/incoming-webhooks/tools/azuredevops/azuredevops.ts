import { commitOf, pushesText, pushTopic, shortRef } from '../commits.ts'
import { markdownOfHtml } from '../html.ts'
import { around, bold, lines, link, type Markdown, md, mono } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity, between, numbered, signOf, spaced, topicOf, worded } from '../sentences.ts'
import { authorization } from '../signatures.ts'
import { table } from '../table.ts'
import { ticketThread } from '../thread.ts'
import { fits, type Post, quiet, type Said, tool } from '../tool.ts'

const resource = ({ payload }: Pick<Post, 'payload'>) => payload.at('resource')
const repository = (post: Post) => resource(post).text('repository.name', 'pullRequest.repository.name')
const request = (post: Post) => (resource(post).has('pullRequest') ? resource(post).at('pullRequest') : resource(post))
const requestTitle = (post: Post): Markdown => {
  const one = request(post)
  const web =
    one.text('_links.web.href') ||
    `${one.text('repository.webUrl', 'repository.remoteUrl')}/pullrequest/${one.text('pullRequestId')}`
  return md`pull request ${link(numbered(one.text('pullRequestId'), one.text('title'), '!'), web)}`
}
const branchIn = (one: Part, name: string) => mono(shortRef(one.text(name)))
const requestTopic = (post: Post) =>
  ticketThread({
    ...{ place: repository(post), placeId: resource(post).text('repository.id', 'pullRequest.repository.id') },
    ...{ kind: 'PR', number: request(post).text('pullRequestId'), title: request(post).text('title'), sign: '!' },
  })

const workItem = (post: Post) => {
  const one = resource(post)
  return { id: one.text('workItemId', 'id'), url: one.text('_links.html.href', 'revision._links.html.href') }
}
/** Field names contain dots, so they can't be paths. */
const field = (post: Post, name: string, of = 'fields') => workField(resource(post).at(of).fields(), name)
const workField = (fields: readonly (readonly [string, { readonly words: string }])[], name: string) =>
  fields.find(([one]) => one === name)?.[1].words ?? ''
const title = (post: Post) => field(post, 'System.Title') || field(post, 'System.Title', 'revision.fields')
/** Numbers of work items are unique in a collection (an organization, in the cloud). */
const collection = ({ payload }: Post): string =>
  payload.text('resourceContainers.collection.id', 'resourceContainers.account.id', 'resourceContainers.project.id')
const itemTopic = (post: Post) =>
  ticketThread({
    place: '',
    placeId: `${collection(post)} work item`.trim(),
    kind: 'work item',
    number: workItem(post).id,
    title: title(post),
  })
/** `Ada <ada@example.com>` without the address. perf: a pattern would search from each `<` to the end. */
function who(words: string): string {
  const at = words.endsWith('>') ? words.lastIndexOf('<') : -1
  return at < 0 ? words : words.slice(0, at).trimEnd()
}

function changed(post: Post): Said {
  const names = table({
    'System.State': 'State',
    'System.AssignedTo': 'Assigned to',
    'System.Title': 'Title',
    'Microsoft.VSTS.Common.Priority': 'Priority',
  })
  const shown = resource(post)
    .fields('fields')
    .filter(([name, value]) => names[name] !== undefined && (value.has('newValue') || value.has('oldValue')))
    .map(
      ([name, value]) =>
        md`* ${names[name]}: ${who(value.text('oldValue')) || 'none'} → **${who(value.text('newValue')) || 'none'}**`,
    )
  const by = who(resource(post).text('revisedBy.displayName', 'revisedBy.name'))
  return shown.length === 0
    ? quiet
    : lines(
        md`${bold(by || 'Someone')} changed ${link(numbered(workItem(post).id, title(post)), workItem(post).url)}:`,
        ...shown,
      )
}

const isNone = (hash: string) => /^0+$/.test(hash)

function pushed(post: Post): Said {
  const one = resource(post)
  const refs = one.list('refUpdates')
  const web = one.text('repository.remoteUrl')
  return pushesText(
    post,
    refs.map((ref) => {
      const branch = shortRef(ref.text('name'))
      return {
        who: one.text('pushedBy.displayName'),
        branch,
        branchUrl: web === '' ? '' : `${web}?version=GB${encodeURIComponent(branch)}`,
        compareUrl: '',
        // commits don't name their branch
        commits: refs.length > 1 ? [] : one.list('commits').filter((part) => commitOf(part).id !== ''),
        isTag: ref.text('name').startsWith('refs/tags/'),
        change: isNone(ref.text('newObjectId')) ? 'deleted' : isNone(ref.text('oldObjectId')) ? 'created' : 'pushed',
      }
    }),
  )
}

export const azuredevops = tool({
  name: 'azuredevops',
  displayName: 'Azure DevOps',
  category: 'delivery',
  setup: [
    { kind: 'open', text: 'Project settings → Service hooks → Create subscription → Web Hooks' },
    { kind: 'secretIn', text: 'Basic authentication password' },
  ],
  documentation: 'https://learn.microsoft.com/en-us/azure/devops/service-hooks/events',
  topicRule: {
    topic: 'repository and number of a pull request, number of a work item, pipeline and branch of a build',
    why: 'the number stays when the title changes',
  },
  verification: authorization,
  event: ({ payload }) => payload.text('eventType') || 'unnamed',
  topic: (post) => repository(post) || post.payload.text('resource.definition.name') || 'Azure DevOps',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'git.push': {
      about: 'Commits were pushed',
      topic: (post) =>
        pushTopic(
          repository(post),
          resource(post)
            .list('refUpdates')
            .map((ref) => shortRef(ref.text('name'))),
        ),
      text: pushed,
    },
    'git.pullrequest.created': {
      about: 'A pull request was opened',
      topic: requestTopic,
      text: (post) => {
        const one = request(post)
        return activity(
          one.text('createdBy.displayName'),
          md`opened ${requestTitle(post)} (${branchIn(one, 'sourceRefName')} → ${branchIn(one, 'targetRefName')})`,
          one.text('description'),
        )
      },
    },
    'git.pullrequest.updated': {
      about: 'A pull request was changed, reviewed, completed or abandoned',
      topic: requestTopic,
      text: (post) => {
        const status = request(post).text('status')
        const by = request(post).text('closedBy.displayName', 'createdBy.displayName')
        if (status === 'completed' || status === 'abandoned') return activity(by, md`${status} ${requestTitle(post)}`)
        const message = post.payload.text('message.text')
        return message === ''
          ? activity(by, md`updated ${requestTitle(post)}`)
          : lines(md`${requestTitle(post)}:`, md`${message}`)
      },
    },
    'git.pullrequest.merged': {
      about: 'A pull request was merged, or its merge failed',
      topic: requestTopic,
      text: (post) =>
        request(post).text('status') === 'completed'
          ? activity(request(post).text('closedBy.displayName'), md`merged ${requestTitle(post)}`)
          : quiet,
    },
    'ms.vss-code.git-pullrequest-comment-event': {
      about: 'Someone commented on a pull request',
      topic: requestTopic,
      text: (post) =>
        activity(
          resource(post).text('comment.author.displayName'),
          md`commented on ${requestTitle(post)}`,
          resource(post).text('comment.content'),
        ),
    },
    'build.complete': {
      about: 'A build ended',
      topic: (post) => topicOf(resource(post).text('definition.name'), shortRef(resource(post).text('sourceBranch'))),
      text: (post) => {
        const one = resource(post)
        const branch = shortRef(one.text('sourceBranch'))
        if (post.branches.length > 0 && branch !== '' && !fits(branch, post.branches)) return quiet
        const result = one.text('result', 'status')
        const by = one.text('requestedFor.displayName', 'requests.0.requestedFor.displayName')
        const name = `${one.text('definition.name')} ${one.text('buildNumber')}`.trim()
        const sign = signOf(worded(result).replace(' ', '_'))
        const took = around(' after ', between(one.text('startTime'), one.text('finishTime')))
        const said = md`${sign} ${link(name, one.text('_links.web.href'))}: **${worded(result)}**`
        return md`${said}${around(' on ', mono(branch))}${took}${around(', requested by ', by)}`
      },
    },
    'ms.vss-release.deployment-completed-event': {
      about: 'A deployment of a release ended',
      topic: (post) =>
        topicOf(resource(post).text('environment.releaseDefinition.name'), resource(post).text('environment.name')),
      text: (post) => {
        const one = resource(post).at('environment')
        const status = worded(one.text('status'))
        const release = link(one.text('release.name'), one.text('release._links.web.href'))
        return md`${signOf(status.replace(' ', '_'))} ${release} to ${bold(one.text('name'))}: **${spaced(status)}**`
      },
    },
    'workitem.created': {
      about: 'A work item was created',
      topic: itemTopic,
      text: (post) => {
        const kind = field(post, 'System.WorkItemType').toLowerCase() || 'work item'
        const item = link(numbered(workItem(post).id, title(post)), workItem(post).url)
        return activity(
          who(field(post, 'System.CreatedBy')),
          md`created the ${kind} ${item}`,
          markdownOfHtml(field(post, 'System.Description')),
        )
      },
    },
    'workitem.deleted': {
      about: 'A work item was deleted',
      topic: itemTopic,
      text: (post) =>
        activity(who(field(post, 'System.ChangedBy')), md`deleted ${bold(numbered(workItem(post).id, title(post)))}`),
    },
    'workitem.restored': {
      about: 'A work item was restored',
      topic: itemTopic,
      text: (post) => {
        const item = link(numbered(workItem(post).id, title(post)), workItem(post).url)
        return activity(who(field(post, 'System.ChangedBy')), md`restored ${item}`)
      },
    },
    'workitem.updated': { about: 'A work item was moved, assigned or changed', topic: itemTopic, text: changed },
    'workitem.commented': {
      about: 'Someone commented on a work item',
      topic: itemTopic,
      text: (post) =>
        activity(
          who(field(post, 'System.ChangedBy')),
          md`commented on ${link(numbered(workItem(post).id, title(post)), workItem(post).url)}`,
          markdownOfHtml(field(post, 'System.History')),
        ),
    },
  },
})
