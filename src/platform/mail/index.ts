export { mailDeliveries, pauseAfter } from './deliveries.ts'
export { type MadeMail, type Mail, madeMail, sendMail, sendMails } from './outbox.ts'
export { isAddress, openPost, type Post } from './post.ts'
export {
  greeting,
  type MailBody,
  type MailPart,
  mailAuthor,
  mailBody,
  mailButton,
  mailFooter,
  mailPage,
  quoteStyle,
} from './template.ts'
