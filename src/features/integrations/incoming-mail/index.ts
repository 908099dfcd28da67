import { type Feature, initial } from '#platform/serve'
import { takesReplies } from '../../notifications/email-notifications/extension-points.ts'
import * as api from './api.ts'
import { forgetMails } from './due.ts'
import { takesMail } from './options.ts'
import { listenForMail } from './smtp-listener.ts'
import { tallyOf } from './tally.ts'

/** Turns incoming mail into messages: to channels, and replies to notification emails. See docs/mail.md. */
export const incomingMailFeature: Feature = {
  name: 'incoming-mail',
  api: [api],
  state: [initial(api.takesMailState, (_tx, _viewer, { server }) => takesMail(server.config))],
  hookHandlers: [takesReplies.handledBy(takesMail)],
  repeated: [forgetMails],
  listen: listenForMail,
  tallies: [
    { metric: 'loquat_incoming_mail_total', help: 'Mails that came in, by what became of them.', read: tallyOf },
  ],
}
