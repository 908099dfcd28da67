SwaggerUIBundle({
  url: '../api/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: false,
  validatorUrl: null,
})
