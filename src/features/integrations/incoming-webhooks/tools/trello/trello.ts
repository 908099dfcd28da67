import { bold, link, type Markdown, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { activity } from '../sentences.ts'
import { hmac } from '../signatures.ts'
import { thread } from '../thread.ts'
import { type EventKind, type Post, quiet, type Said, tool } from '../tool.ts'

const data = ({ payload }: Post): Part => payload.at('action.data')
const who = ({ payload }: Post) => payload.text('action.memberCreator.fullName', 'action.memberCreator.username')
const card = (post: Post): Markdown => {
  const short = data(post).text('card.shortLink')
  return link(
    data(post).text('card.name') || 'a card',
    short === '' ? '' : `https://trello.com/c/${encodeURIComponent(short)}`,
  )
}
const list = (post: Post) => bold(data(post).text('list.name', 'listAfter.name'))

const does = (
  about: string,
  what: (post: Post) => Markdown,
  written: (post: Post) => string = () => '',
): EventKind => ({
  about,
  text: (post) => activity(who(post), what(post), written(post)),
})

function changed(post: Post): Said {
  const now = data(post)
  const old = now.at('old')
  if (now.has('listAfter.name'))
    return activity(
      who(post),
      md`moved ${card(post)} from ${now.text('listBefore.name')} to ${bold(now.text('listAfter.name'))}`,
    )
  if (old.has('closed'))
    return activity(who(post), now.isTrue('card.closed') ? md`archived ${card(post)}` : md`restored ${card(post)}`)
  if (old.has('name')) return activity(who(post), md`renamed “${old.text('name')}” to ${card(post)}`)
  if (old.at('desc').value !== undefined)
    return activity(who(post), md`changed the description of ${card(post)}`, now.text('card.desc'))
  if (old.at('due').value !== undefined && now.has('card.due'))
    return activity(
      who(post),
      md`set the due date of ${card(post)}: <time:${new Date(Date.parse(now.text('card.due')) || 0).toISOString()}>`,
    )
  if (old.at('dueComplete').value !== undefined)
    return activity(
      who(post),
      now.isTrue('card.dueComplete') ? md`marked ${card(post)} as done` : md`marked ${card(post)} as not done`,
    )
  return quiet
}

export const trello = tool({
  name: 'trello',
  displayName: 'Trello',
  category: 'work',
  setup: [
    {
      kind: 'run',
      code: `curl 'https://api.trello.com/1/webhooks?key=KEY&token=TOKEN' -d idModel=BOARD_ID --data-urlencode 'callbackURL=WEBHOOK_URL'`,
    },
    { kind: 'secret', text: 'Power-Ups → API key → Secret' },
  ],
  documentation: 'https://developer.atlassian.com/cloud/trello/guides/rest-api/webhooks/',
  topicRule: { topic: 'the board', why: 'cards are renamed and move' },
  verification: hmac({
    header: 'x-trello-webhook',
    algorithm: 'sha1',
    encoding: 'base64',
    signs: ({ body, url }) => Buffer.concat([body, Buffer.from(url)]),
  }),
  answersGet: true,
  event: ({ payload }) => payload.text('action.type') || 'unnamed',
  topic: ({ payload }) =>
    thread(payload.text('model.id', 'action.data.board.id'), payload.text('model.name', 'action.data.board.name')),
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    createCard: does('A card was created', (post) => md`created ${card(post)} in ${list(post)}`),
    updateCard: { about: 'A card was moved, archived, renamed, given a date…', text: changed },
    deleteCard: does(
      'A card was deleted',
      (post) => md`deleted card ${data(post).text('card.idShort')} from ${list(post)}`,
    ),
    commentCard: does(
      'Someone commented on a card',
      (post) => md`commented on ${card(post)}`,
      (post) => data(post).text('text'),
    ),
    addMemberToCard: does(
      'Someone was added to a card',
      (post) =>
        md`added ${bold(post.payload.text('action.member.fullName', 'action.data.member.name'))} to ${card(post)}`,
    ),
    removeMemberFromCard: does(
      'Someone was removed from a card',
      (post) =>
        md`removed ${bold(post.payload.text('action.member.fullName', 'action.data.member.name'))} from ${card(post)}`,
    ),
    addAttachmentToCard: does(
      'Something was attached to a card',
      (post) =>
        md`attached ${link(data(post).text('attachment.name'), data(post).text('attachment.url'))} to ${card(post)}`,
    ),
    addLabelToCard: does(
      'A card was given a label',
      (post) => md`labeled ${card(post)} ${bold(data(post).text('label.name', 'label.color'))}`,
    ),
    addChecklistToCard: does(
      'A checklist was added to a card',
      (post) => md`added the checklist ${bold(data(post).text('checklist.name'))} to ${card(post)}`,
    ),
    updateCheckItemStateOnCard: does('A checklist item was completed or reopened', (post) => {
      const state = data(post).text('checkItem.state') === 'complete' ? 'done' : 'not done'
      return md`marked ${bold(data(post).text('checkItem.name'))} as ${state} on ${card(post)}`
    }),
    createList: does('A list was created', (post) => md`created the list ${list(post)}`),
    updateList: {
      about: 'A list was renamed or archived',
      text: (post) =>
        data(post).has('old.name')
          ? activity(who(post), md`renamed the list “${data(post).text('old.name')}” to ${list(post)}`)
          : quiet,
    },
    addMemberToBoard: does(
      'Someone joined the board',
      (post) => md`added ${bold(post.payload.text('action.member.fullName'))} to the board`,
    ),
  },
})
