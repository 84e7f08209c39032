"""Data of the rules: facts as teams tell them in Chinese, Japanese and Korean, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
認証は自前実装をやめて Keycloak に寄せることにしました。 SAML と OIDC の両方に対応しているためです。
配送ルート計算はOR-Toolsではなく自前のGoソルバーを採用。
  理由:OR-ToolsのCGO依存でAlpineイメージが1.2GBまで膨らみ、起動が8秒を超えたため。
压缩算法默认改为 zstd level 3,不再用 snappy:在 TPC-H 数据上磁盘占用少 34%,写入吞吐只降 2%。
伝票番号はUUIDv4からULIDに変更しました。 時系列で並ぶためB-treeの断片化が減り、
  shipmentsテーブルのINSERTが約40%速くなるのが決め手です。
日志采集从 Fluentd 换成 Vector，Fluentd 在每秒 3 万条时占满一个核，Vector 只用 20%。
画像配信はS3直配信をやめてCloudFront経由にした。 転送料が月420ドルから150ドルに下がるため。
report-batch の実行基盤は Airflow ではなく Dagster を採用することに決定。
画像変換は ImageMagick ではなく libvips を採用することにしました。 同じ 20 MB の TIFF でメモリ使用量が 1.2 GB
  から 90 MB に下がったためです。
バッチ処理はAWS LambdaではなくECS Fargateで動かすことに決めました。 月次集計が約40分かかり、
  Lambdaの15分制限を超えるためです。
画像変換は ImageMagick ではなく libvips 8.15 を使います。 同じ 2,000 枚の変換でメモリ使用量が 3.1 GB から 240
  MB に下がったためです。
""",
    "failure": """
导出接口返回 504，原因是 Nginx 的 `proxy_read_timeout` 只有 60 秒，改成 300 秒后恢复正常。
ラベル印刷が文字化けした原因は、ZPLの^CI28を送る前にShift_JISのバイト列を流していたこと。
  UTF-8に統一し^CI28を先頭に置いて解消。
上海节点复制延迟涨到 900 秒,原因是从库单线程回放 relay log,被大事务卡住。 把 replica_parallel_workers 调到 16
  后恢复到 1 秒以内。
线上 502 的根因：Nginx 上游 keepalive_timeout 是 75s，而 Node 的 keepAliveTimeout 只有 5s，后端先断开连接。
  已把 Node 改成 80s，502 消失。
バッチが失敗した原因は、/tmpが2GBのtmpfsで、pg_dumpの一時ファイルが溢れたこと。 TMPDIRを/dataに変更して解決。
原因已找到:pay-gateway 报错 "signature mismatch",是因为 NTP 服务停止导致服务器时间偏差 7 分钟。 重启 chronyd
  后已修复。
upload-api 가 413 오류를 반환한 이유는 ingress 의 proxy-body-size 가 1m 이었기 때문이며, 50m 으로 변경하여
  해결했습니다.
夜間バッチ `sync_inventory` が `Deadlock found when trying to get lock` で落ちた原因は、
  二つのワーカーが商品行を異なる順序で更新していたことでした。 SKU 順にソートして更新するよう修正し、
  解消しました。
`ECONNRESET` が出ていたのは、NATゲートウェイが350秒でアイドル接続を切断していたためです。 TCP
  keepaliveを60秒に設定して解消しました。
排查出来了：订单服务启动报错 `BeanCurrentlyInCreationException`，原因是 OrderService 和 StockService 循环依赖。
  把公共逻辑拆到 StockQuery 后恢复正常，我了。
我了，折腾了一整晚才找到原因：订单服务 order-svc 每天凌晨两点重启，是因为 logrotate 把 /var/log/order
  的权限改成了 0600，进程写日志失败后抛出 EACCES 直接退出。
夜間バッチ settle_daily が失敗していたのは、MySQL の wait_timeout が 600 秒で、
  集計クエリの途中で接続が切れていたためです。
""",
    "pattern": """
コミットメッセージは必ず「LOG-番号」で始め、本文は英語で書くこと。 mainへの直接pushは禁止で、レビュー承認は2名必要。
新增配置项一律放在 config/defaults.toml,用 snake_case 命名,同时补上 docs/config.md 的说明,缺一项 CI 就不通过。
プルリクエストは400行以内、レビューは2名の承認が必須。 生成コードは`gen/`配下に置き、レビュー対象外とする。
APIのレスポンスは必ずsnake_caseで返し、日時はISO 8601のUTCに統一します。 変換は `serializers/base.py` で行い、
  各ビューでは行いません。
团队规范：数据库表名一律使用小写下划线，必须包含 created_at 和 updated_at 字段 禁止使用外键约束，
  变更脚本统一放在 db/changelog 目录由 Liquibase 执行。
听的没错：所有对外接口统一返回 ApiResult 结构，错误码必须在 ErrorCode.java 里登记，禁止在 Controller 里直接抛
  RuntimeException。
""",
    "dependency": """
`python-docx` は .doc 形式を読めない。 LibreOffice 7.6 で .docx に変換してから渡す必要がある（調べ）。
B2クラウドは1回のCSV取込が最大3,000件で、文字コードはShift_JISのみ対応。
jemalloc 5.3 在 aarch64 上必须按 64 KB 页编译才能在 64K 内核上运行,默认的 4 KB 构建会直接报 'Unsupported system
  page size'。
微信支付 V3 接口要求 TLS 1.2 以上，回调必须在 5 秒内返回 200，超时会重试最多 15 次。
LINE Messaging APIのreplyTokenは1回しか使えず、プッシュ送信は1リクエスト最大5メッセージまで。
微信支付 API v3 要求使用 TLS 1.2 以上,回调必须在 5 秒内返回 200。
LINE Messaging API の multicast は 1 回のリクエストで最大 500 ユーザーまで送信でき、返信トークン `replyToken`
  は一度しか使えません。
調べてみたところ、LINE Messaging APIのreplyTokenは1回しか使えず、multicastの宛先は最大500人まででした。
前端项目 admin-web 必须使用 Node 18.19.1，升级到 Node 20 以后 node-sass 8.0.0 无法编译，会报错 Module build
  failed，所以 .nvmrc 里面已经固定了版本号。
iOS アプリは当面 Swift 5.9 のままです。 決済 SDK の PayKit 4.2.0 が Swift 6 の strict concurrency
  に対応しておらず、ビルドエラーになるためです。
""",
    "context": """
目前 raft 重构进行到一半:选举部分已合入 main,日志截断还在 raft-truncate 分支,剩 9 个测试未通过。
2026-03-19、川崎倉庫のハンディ端末は47台中12台がv3.8に更新済み。 残りは2026-03-20の夜間作業待ち。
現在ステージング環境はメンテナンス中で、2026-03-20の10時まで利用不可。 v2.6のQAは残り18件。
目前 order-service 的迁移完成了 8 个表，还剩 5 个，卡在 DBA 审批。
目前 data-sync 的迁移进度是 35%,test-env-2 因机房停电暂时不可用。
現在、決済連携は `feature/paypay` ブランチで作業中です。
現在ブランチ feature/point-v2 で作業中で、API 側は完了、画面側は 12 件中 4 件のテストが失敗しています。
  ステージング stg-03 には未反映です。
""",
}
