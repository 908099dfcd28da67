// Does what its input lines ask for with the public API's Rust library, which decodes every response strictly. It prints
// the response of each line.
use std::io::BufRead;

use anyhow::{anyhow, Result};
use zulip_rs::message::{
    AddEmojiReactionRequest, Anchor, EditMessageRequest, GetMessagesRequest, Narrow, SendMessageRequest,
};
use zulip_rs::Client;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let client = Client::new(&std::env::args().nth(1).ok_or_else(|| anyhow!("no zuliprc"))?)?;
    println!("ready");
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split('\t').collect();
        match words.as_slice() {
            ["stream", to, topic, content] => {
                let (to, topic, content) = (to.to_string(), topic.to_string(), content.to_string());
                let request = SendMessageRequest::Stream { to, topic, content };
                println!("{:?}", client.send_message(request).await?)
            }
            ["private", to, content] => {
                let request = SendMessageRequest::Private { to: to.to_string(), content: content.to_string() };
                println!("{:?}", client.send_message(request).await?)
            }
            ["get", operator, operand] => {
                let mut request = GetMessagesRequest::new(10, 0);
                let narrow = Narrow { operator: operator.to_string(), operand: operand.to_string() };
                request.anchor(Anchor::Newest).narrow(vec![narrow]);
                println!("{:?}", client.get_messages(request).await?)
            }
            ["edit", id, topic, content] => {
                let mut request = EditMessageRequest::new(id.parse()?);
                request.topic(topic).content(content);
                println!("{:?}", client.edit_message(request).await?)
            }
            ["react", id, name] => {
                let request = AddEmojiReactionRequest::new(id.parse()?, name);
                println!("{:?}", client.add_emoji_reaction(request).await?)
            }
            ["delete", id] => println!("{:?}", client.delete_message(id.parse()?).await?),
            _ => return Err(anyhow!("unknown line: {line}")),
        }
    }
    Ok(())
}
