/** Texts that screen readers announce for new messages. */
export const enHeard = {
  inConversation: (sender: string, text: string) => `${sender}: ${text}`,
  elsewhere: (sender: string, place: string, text: string) => `${sender} in ${place}: ${text}`,
  toYou: (sender: string, text: string) => `${sender} to you: ${text}`,
  more: (count: number) => (count === 1 ? 'and one more message' : `and ${count} more messages`),
}
