// The view of a chat link is in its fragment, which only the browser sees.
location.replace(location.hash ? `link?to=${encodeURIComponent(location.hash)}` : '../accounts/login')
