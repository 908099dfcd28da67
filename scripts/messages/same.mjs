/** Texts of several words that no language translates: names of products and protocols, and examples. */
export const sameInEveryLanguage = new Set(['JSON Web Tokens (JWT)', 'OpenID Connect', 'Rocket.Chat'])
