/** The path in register's `server_emoji_data_url`: names of all Unicode emoji, public. */
export const emojiDataPath = '/static/emoji.json'
