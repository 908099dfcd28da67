// A link of the chat names its view behind `#`, which only the browser knows.
location.replace(location.hash ? `link?to=${encodeURIComponent(location.hash)}` : '../accounts/login')
