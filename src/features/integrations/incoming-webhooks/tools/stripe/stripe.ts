import { around, bold, facts, lines, link, md } from '../markdown.ts'
import type { Part } from '../payload.ts'
import { moment, money, signs, spaced } from '../sentences.ts'
import { timedHmac } from '../signatures.ts'
import { table } from '../table.ts'
import { type EventKind, type Post, quiet, silent, tool } from '../tool.ts'

const pages = table({
  charge: 'payments',
  payment_intent: 'payments',
  customer: 'customers',
  subscription: 'subscriptions',
  invoice: 'invoices',
  dispute: 'disputes',
  payout: 'payouts',
  refund: 'payments',
  'checkout.session': 'checkout/sessions',
})
const object = ({ payload }: Post): Part => payload.at('data.object')
const linked = (post: Post, words: string) => {
  const one = object(post)
  const page = pages[one.text('object')]
  const base = `https://dashboard.stripe.com/${post.payload.isTrue('livemode') ? '' : 'test/'}`
  return link(words, page === undefined ? '' : `${base}${page}/${encodeURIComponent(one.text('id'))}`)
}
const amount = (one: Part, ...names: readonly string[]) => {
  const name = names.find((path) => one.number(path) !== undefined)
  return bold(name === undefined ? '' : money(one.number(name), one.text('currency')))
}
const customer = (one: Part) =>
  one.text(
    'customer_name',
    'billing_details.name',
    'customer_details.name',
    'name',
    'customer_email',
    'receipt_email',
    'billing_details.email',
    'customer_details.email',
    'email',
    'customer.id',
    'customer',
  )
const sum = (post: Post, one: Part, words: string) => md`${linked(post, words)} of ${amount(one, 'amount')}`
const why = (one: Part, ...names: readonly string[]) => around(': ', one.text(...names))
const invoice = (post: Post) => linked(post, `Invoice ${object(post).text('number')}`.trim())
const customerName = (one: Part) => bold(customer(one) || 'Someone')
const from = (one: Part) => around(' from ', bold(customer(one)))
const test = (post: Post) => (post.payload.has('livemode') && !post.payload.isTrue('livemode') ? md` (test)` : md``)

const said = (about: string, text: (post: Post, one: Part) => ReturnType<EventKind['text']>): EventKind => ({
  about,
  text: (post) => text(post, object(post)),
})
export const stripe = tool({
  name: 'stripe',
  displayName: 'Stripe',
  category: 'customers',
  setup: [
    { kind: 'open', text: 'Developers → Webhooks → Add endpoint' },
    { kind: 'events' },
    { kind: 'secret', text: 'Signing secret (whsec_…)' },
  ],
  documentation: 'https://docs.stripe.com/webhooks',
  topicRule: { topic: 'payments, customers, invoices, or payouts', why: 'a failed payment and the one that succeeds' },
  verification: timedHmac('stripe-signature', { time: 't', code: 'v1' }),
  event: ({ payload }) => payload.text('type') || 'unnamed',
  topic: ({ payload }) =>
    table({
      charge: 'payments',
      payment_intent: 'payments',
      checkout: 'payments',
      customer: 'customers',
      invoice: 'invoices',
      payout: 'payouts',
    })[payload.text('type').split('.', 1)[0] ?? ''] ?? 'Stripe',
  samples: () => import('./samples.json', { with: { type: 'json' } }),
  events: {
    'charge.succeeded': said(
      'A payment succeeded',
      (post, one) =>
        md`${signs.good} ${sum(post, one, 'Payment')}${from(one)}${around(' for ', one.text('description'))}${test(post)}`,
    ),
    'charge.failed': said(
      'A payment failed',
      (post, one) =>
        md`${signs.bad} ${sum(post, one, 'Payment')}${from(one)} failed${why(one, 'failure_message')}${test(post)}`,
    ),
    'charge.refunded': said(
      'A payment was refunded',
      (post, one) =>
        md`${signs.off} ${amount(one, 'amount_refunded')} of a ${linked(post, 'payment')}${from(one)} was refunded${test(post)}.`,
    ),
    'charge.dispute.created': said('A payment was disputed', (post, one) =>
      lines(
        md`${signs.bad} A payment of ${amount(one, 'amount')} is ${linked(post, 'disputed')}${test(post)}`,
        facts({ Reason: spaced(one.text('reason')), 'Respond by': moment(one.text('evidence_details.due_by')) }),
      ),
    ),
    'charge.dispute.closed': said(
      'A dispute was closed',
      (post, one) =>
        md`The ${linked(post, 'dispute')} about ${amount(one, 'amount')} was **${one.text('status')}**${test(post)}.`,
    ),
    'charge.updated': silent('The details of a payment changed'),
    'payment_intent.succeeded': silent('A payment was successful (the charge is posted instead)'),
    'payment_intent.created': silent('A payment was started'),
    'payment_intent.payment_failed': said(
      'An attempt to pay failed',
      (post, one) =>
        md`${signs.bad} An attempt to ${linked(post, 'pay')} ${amount(one, 'amount')} failed${why(one, 'last_payment_error.message')}${test(post)}`,
    ),
    'checkout.session.completed': said(
      'A checkout was completed',
      (post, one) =>
        md`${signs.good} ${customerName(one)} has ${linked(post, 'checked out')} for ${amount(one, 'amount_total')}${test(post)}.`,
    ),
    'customer.created': said(
      'There is a new customer',
      (post, one) => md`New customer: ${linked(post, customer(one) || one.text('id'))}${test(post)}`,
    ),
    'customer.updated': silent('The details of a customer changed'),
    'customer.deleted': said(
      'A customer was deleted',
      (post, one) => md`The customer ${bold(customer(one) || one.text('id'))} was deleted${test(post)}.`,
    ),
    'customer.subscription.created': said('Someone subscribed', (post, one) => {
      const price = one.at('items.data.0.price')
      const cost = amount(price.has('unit_amount') ? price : one.at('plan'), 'unit_amount', 'amount')
      const plan = one.text('plan.nickname', 'items.data.0.price.nickname', 'items.data.0.plan.nickname')
      const often = around(' each ', one.text('items.data.0.price.recurring.interval', 'plan.interval'))
      const what = md`${linked(post, 'subscription')}${around(' to ', bold(plan))}${from(one)}`
      return md`${signs.good} New ${what}: ${cost}${often}${test(post)}`
    }),
    'customer.subscription.updated': said('A subscription changed', (post, one) =>
      post.payload.has('data.previous_attributes.status')
        ? md`The ${linked(post, 'subscription')}${from(one)} is now **${spaced(one.text('status'))}**${test(post)}.`
        : quiet,
    ),
    'customer.subscription.deleted': said(
      'A subscription ended',
      (post, one) => md`${signs.off} The ${linked(post, 'subscription')}${from(one)} has ended${test(post)}.`,
    ),
    'customer.subscription.trial_will_end': said(
      'A trial ends in three days',
      (post, one) =>
        md`The trial of a ${linked(post, 'subscription')}${from(one)} ends ${moment(one.text('trial_end'))}${test(post)}.`,
    ),
    'invoice.paid': said(
      'An invoice was paid',
      (post, one) =>
        md`${signs.good} ${invoice(post)} of ${amount(one, 'amount_paid')}${from(one)} was paid${test(post)}.`,
    ),
    'invoice.payment_succeeded': silent('The same as a paid invoice'),
    'invoice.payment_failed': said('An invoice could not be paid', (post, one) =>
      lines(
        md`${signs.bad} ${invoice(post)} of ${amount(one, 'amount_due')}${from(one)} could not be paid${test(post)}.`,
        facts({ 'Next attempt': moment(one.text('next_payment_attempt')) }),
      ),
    ),
    'invoice.created': silent('An invoice was created'),
    'invoice.finalized': silent('An invoice was finalized'),
    'payout.paid': said(
      'A payout was sent',
      (post, one) => md`${signs.good} ${linked(post, 'Payout')} of ${amount(one, 'amount')} was sent${test(post)}.`,
    ),
    'payout.failed': said(
      'A payout failed',
      (post, one) =>
        md`${signs.bad} ${sum(post, one, 'Payout')} failed${why(one, 'failure_message', 'failure_code')}${test(post)}`,
    ),
  },
})
