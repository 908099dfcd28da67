import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationOfMessage } from '../narrow/narrow.ts'
import { send } from '../store/outbox.ts'
import { nameOf, ownId } from '../store/people.ts'
import type { Form } from './form.ts'

/** Answers that a bot offers: each is sent as a message of one's own, to where the form is. */
export const FormView = ({ message, form, id }: { message: Message; form: Form; id: string }) => {
  const answer = (reply: string) => {
    // where many talk, a bot hears only what names it
    const isHeard = message.type !== 'stream' || reply.includes(`|${message.sender_id}**`)
    const name = nameOf(message.sender_id) || message.sender_full_name
    send(conversationOfMessage(message, ownId.value), isHeard ? reply : `@**${name}|${message.sender_id}** ${reply}`)
  }
  return (
    <div class="widget" id={id}>
      {form.heading !== '' && (
        <p class="title" dir="auto">
          {form.heading}
        </p>
      )}
      <ul>
        {form.choices.map(({ short, long, reply }, index) => (
          <li key={index} class="answer">
            <button
              type="button"
              dir="auto"
              aria-label={long === '' ? short : `${short}: ${long}`}
              title={reply}
              onClick={() => answer(reply)}
            >
              {short}
            </button>
            {long !== '' && <span dir="auto">{long}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
