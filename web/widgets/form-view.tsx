import type { Message } from '../../src/features/messages/messages/wire.ts'
import { conversationOfMessage } from '../narrow/narrow.ts'
import { send } from '../store/outbox.ts'
import { nameOf, ownId } from '../store/people.ts'
import type { Form } from './form.ts'

/** A bot's reply buttons: each sends a message from the user to the form's conversation. */
export const FormView = ({ message, form, id }: { message: Message; form: Form; id: string }) => {
  const answer = (reply: string) => {
    // in channels, a bot receives only messages that mention it
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
