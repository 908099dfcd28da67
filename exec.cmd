@rem npm start runs "exec", which POSIX shells have built in
@%*
